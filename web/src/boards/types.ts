// What the screens ask of a game. The screens know no game, and the boards know no server.

import type { Component } from "svelte";
import type { Game, Games, Over } from "../generated/closecall";
import type { Sound } from "../lib/sound";
import type { IconName } from "../parts/Icon.svelte";
import type { DrawReplayClass, Outcome } from "./draws";

/** What `boards/<game>/index.ts` exports. It is part of the first page load: everything heavy is imported lazily. */
export interface GameModule {
  /** A small drawing for lists and cards. */
  readonly Picture: Component;
  /** How somebody did in a finished game: "Ann: 42 points". */
  resultText(name: string, score: number): string;
  loadBoard(): Promise<AnyBoard>;
  /** Computes the draws of a record again, to verify them. */
  loadDraws(): Promise<DrawReplayClass>;
}

/** What a board shows and how it reports taps. */
export interface BoardProps<G extends Game> {
  /** The id of the table; undefined where nothing is remembered about it. */
  readonly table?: string;
  /** The match as one viewer sees it. Only the moves on `seen.menu` are legal. */
  readonly seen: Games[G]["seen"];
  /** The players' names by seat. */
  readonly names: readonly string[];
  /** What each move of the menu would do; null until the server has answered. */
  readonly effects: ReadonlyMap<string, Games[G]["effect"]> | null;
  /** The move on the menu that is selected and not yet confirmed. */
  readonly selected: string | null;
  /** The viewer's choice that is sent or sealed while others still choose. */
  readonly sealed: string | null;
  /** Whether taps choose: false for spectators, in replays, and while the viewer has nothing to choose. */
  readonly active: boolean;
  /** Laid out for a large screen that several people watch. */
  readonly large: boolean;
  /** Select a move of the menu, or null to select nothing. A tap on the selected move confirms it instead. */
  select(move: string | null): void;
  confirm(): void;
  /** Report a half-made choice, or null once there is none. Without this the board shows the hint itself. */
  half?(half: HalfMove | null): void;
  /** A tap on something that is not on the menu: the server's reason is shown. */
  why(move: string): void;
  /** Hide the board, because what follows is for the viewer alone; only on a shared device. */
  readonly cover?: (() => void) | undefined;
}

/** A choice that needs another tap. */
export interface HalfMove {
  /** What to tap next. */
  readonly hint: string;
  /** Start over. */
  drop(): void;
}

/** What a move would do, in words. */
export interface MoveDescription {
  /** "Cross out red 7" */
  readonly title: string;
  /** What it brings or costs: "+3 points", "skips 5 and 6". */
  readonly details: readonly string[];
  /** The question to ask once before a costly move; null for all others. */
  readonly warning: string | null;
}

export interface BoardModule<G extends Game> {
  readonly Board: Component<BoardProps<G>>;
  /** Whether a seat sees what others must not: then a shared device is covered when it changes hands. */
  readonly hasSecrets: boolean;
  /** Whether the viewer has drawn something secret, to be looked at before a shared device is handed on. */
  hasDrawn?(before: Games[G]["seen"], after: Games[G]["seen"]): boolean;
  /** Whether everybody at a shared device watches this change, so that earlier private announcements must go. */
  isForAll?(before: Games[G]["seen"], after: Games[G]["seen"]): boolean;
  /** The data-spot values to tap for a move; a move that is one element has data-move instead. */
  spotsOf?(seen: Games[G]["seen"], move: string): readonly string[];
  describe(seen: Games[G]["seen"], move: string, effect: Games[G]["effect"] | null, names: readonly string[]): MoveDescription;
  /** What has happened between two views, in short sentences for screen readers; for all if the device is shared. */
  announcements(before: Games[G]["seen"] | null, after: Games[G]["seen"], names: readonly string[], isShared?: boolean): readonly string[];
  sounds(before: Games[G]["seen"], after: Games[G]["seen"]): readonly Sound[];
  /** What the viewer has to do now, in one sentence; null if nothing. */
  prompt(seen: Games[G]["seen"], names: readonly string[]): string | null;
  /** A draw of the log in one sentence, telling no more than the viewer of `before` may know. */
  outcomeText(outcome: Outcome, before: Games[G]["seen"] | null, names: readonly string[]): string;
  /** A move of the log in one sentence. */
  moveText(move: string, name: string, names: readonly string[]): string;
  /** A score with its unit: "42 points", "3 stars". */
  score(points: number): string;
  /** Why the game is over, and anything else to say about the winners. */
  over(over: Over): string;
  /** The icon beside the winners' names; a star by default. */
  readonly prize?: IconName;
}

/** A board of any game, for screens that do not care which. */
export type AnyBoard = BoardModule<any>;
