// What every board is given and gives: the screens know no game, and the boards know no server.

import type { Component } from "svelte";
import type { Game, Games, Over } from "../generated/closecall";
import type { Area } from "../lib/language.svelte";
import type { Sound } from "../lib/sound";
import type { IconName } from "../parts/Icon.svelte";

/** What a board shows and how it tells what was tapped. */
export interface BoardProps<G extends Game> {
  /** Which table it is; none where nothing has to be remembered of it. */
  readonly table?: string;
  /** The match as one viewer sees it. Legal moves are those on `seen.menu`, and no others. */
  readonly seen: Games[G]["seen"];
  /** The players' names by seat. */
  readonly names: readonly string[];
  /** What each move of the menu would do; null until the server has told. */
  readonly effects: ReadonlyMap<string, Games[G]["effect"]> | null;
  /** The move that is selected, to be confirmed; it is on the menu. */
  readonly selected: string | null;
  /** The viewer's choice that is sent or sealed, while others still choose. */
  readonly sealed: string | null;
  /** Whether taps choose: false for spectators, replays, and while nothing is to be chosen. */
  readonly active: boolean;
  /** Made for a large screen that several people look at. */
  readonly large: boolean;
  /** A tap on something that is on the menu; null to select nothing. A tap on what is selected confirms it. */
  select(move: string | null): void;
  confirm(): void;
  /** Half of a choice is made: what is still to be tapped; null if nothing is. Who shows nothing of it gives none. */
  half?(half: Half | null): void;
  /** A tap on something that is not on the menu: the server's reason is shown in one sentence. */
  why(move: string): void;
  /** What follows is for the viewer alone, after something that everybody has looked at; only at a shared device. */
  readonly cover?: (() => void) | undefined;
}

/** Half of a choice. */
export interface Half {
  /** What is still to be tapped. */
  readonly hint: string;
  /** Begin anew. */
  drop(): void;
}

/** What a move would do, in words. */
export interface Described {
  /** What is chosen: "Cross out red 7". */
  readonly title: string;
  /** What it brings or costs: "+3 points", "skips 5 and 6". */
  readonly details: readonly string[];
  /** A costly choice is asked about once: the question, or null. */
  readonly warning: string | null;
}

/** Everything about one game. */
export interface BoardModule<G extends Game> {
  readonly Board: Component<BoardProps<G>>;
  /** Whether a seat sees what others must not: then a shared device is covered when it changes hands. */
  readonly hasSecrets: boolean;
  /** Whether the viewer has drawn something secret, to be looked at before a shared device is handed on. */
  hasDrawn?(before: Games[G]["seen"], after: Games[G]["seen"]): boolean;
  /** Whether all at a shared device look at what has happened: what was told to one of them is not for the others. */
  isForAll?(before: Games[G]["seen"], after: Games[G]["seen"]): boolean;
  /** What has to be tapped for a move, as the board marks it with data-spot; what is a move by itself has data-move. */
  spotsOf?(seen: Games[G]["seen"], move: string): readonly string[];
  /** The areas of messages it needs. */
  readonly areas: readonly Area[];
  describe(seen: Games[G]["seen"], move: string, effect: Games[G]["effect"] | null, names: readonly string[]): Described;
  /** What has happened between two views, in short sentences for those who listen: the viewer, or all at a shared device. */
  announcements(before: Games[G]["seen"] | null, after: Games[G]["seen"], names: readonly string[], isShared?: boolean): readonly string[];
  /** What is heard of it, for those who have turned the sounds on. */
  sounds(before: Games[G]["seen"], after: Games[G]["seen"]): readonly Sound[];
  /** What the viewer has to do now, in one sentence; null if nothing. */
  prompt(seen: Games[G]["seen"], names: readonly string[]): string | null;
  /** A score with its unit: "42 points", "3 stars". */
  score(points: number): string;
  /** Why it is over, and what else is to be said of the winners. */
  over(over: Over): string;
  /** What the winners get, drawn beside their names; a star if the game gives nothing of its own. */
  readonly prize?: IconName;
}

/** A board of any game, for screens that do not care which. */
export type AnyBoard = BoardModule<any>;

/** The board of a game, loaded when it is needed. */
export async function boardOf(game: Game): Promise<AnyBoard> {
  switch (game) {
    case "mark":
      return (await import("./mark")).default;
    case "qwixx":
      return (await import("./qwixx")).default;
    case "enough":
      return (await import("./enough")).default;
  }
}
