// What the screens ask of a game. The screens know no game, and the boards know no server.

import type { Component } from "svelte";
import type { Game, Games, Over } from "../generated/closecall";
import type { Brush } from "../lib/brush";
import type { Fortune } from "../lib/characterLines";
import type { SeatColour } from "../lib/seatColours";
import type { Sound } from "../lib/sound";
import type { IconName } from "../parts/Icon.svelte";
import type { HeldRoll } from "./diceFlight.svelte";
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
  /** The match as one viewer sees it. The moves on `seen.menu` are legal and, if `seen.has_more_moves`, others too. */
  readonly seen: Games[G]["seen"];
  /** The players' names by seat. */
  readonly names: readonly string[];
  /** What each move of the menu, and each one found by `extend`, would do; null until the server has answered. */
  readonly effects: ReadonlyMap<string, Games[G]["effect"]> | null;
  /** The move that is selected and not yet confirmed. */
  readonly selected: string | null;
  /** The viewer's choice that is sent or sealed while others still choose. */
  readonly sealed: string | null;
  /** Whether taps choose: false for spectators, in replays, and while the viewer has nothing to choose. */
  readonly active: boolean;
  /** Laid out for a large screen that several people watch. */
  readonly large: boolean;
  /**
   * Select a legal move, or null to select nothing. A tap on the selected move confirms it instead. Players may have
   * chosen to make moves with one tap; a draft, to which parts can be added, still waits for a confirmation.
   */
  select(move: string | null, isDraft?: boolean): void;
  confirm(): void;
  /** Find the legal moves that consist of this one and one part more, if the menu does not list all moves. */
  extend?(move: string): void;
  /** Report a half-made choice, or null once there is none. Without this the board shows the hint itself. */
  half?(half: HalfMove | null): void;
  /** A tap on something that is not on the menu: the server's reason is shown. */
  why(move: string): void;
  /** Hide the board, because what follows is for the viewer alone; only on a shared device. */
  readonly cover?: (() => void) | undefined;
  /** Report whether something is open that everybody at a shared device looks at: it is not handed on meanwhile. */
  present?(isOpen: boolean): void;
  /**
   * Report that dice roll or cards turn: results, sounds, announcements, the prompt and taps wait until it is over. Report
   * it in an `$effect.pre`, before anything is redrawn. With reduced motion nothing moves, so nothing waits. Without
   * this, the situation is not new to the viewer.
   */
  settle?(isMoving: boolean): void;
  /** Report whether the viewer reads something that covers the board: later steps wait for it, unless a clock runs. */
  hold?(isReading: boolean): void;
  /** Whether a new roll of a seat at this device waits for a tap; never while a clock runs. */
  readonly rollsByTap?: boolean;
  /** Report a roll that waits to be thrown, or null once there is none. */
  holdRoll?(held: HeldRoll | null): void;
  /** The seats at this device, for choices that are made in front of everybody; undefined where nothing is chosen. */
  readonly here?: readonly SeatHere<G>[];
  /** Make a choice for a seat at this device, without asking for a confirmation. */
  commit?(seat: number, move: string): void;
}

/** A seat at this device. */
export interface SeatHere<G extends Game> {
  readonly seen: Games[G]["seen"];
  /** Its choice that is sent or sealed while others still choose. */
  readonly sealed: string | null;
  readonly mustChoose: boolean;
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
  /** A free move is made with one tap, and a costly one always needs a confirmation; the player decides about all others. */
  readonly price?: "free" | "costly";
}

export interface BoardModule<G extends Game> {
  readonly Board: Component<BoardProps<G>>;
  /** Whether a seat sees what others must not: then a shared device is covered when it changes hands. */
  readonly hasSecrets: boolean;
  /** Whether the viewer has drawn something secret, to be looked at before a shared device is handed on. */
  hasDrawn?(before: Games[G]["seen"], after: Games[G]["seen"]): boolean;
  /**
   * Whether the current choice is made in front of everybody and has a usual answer: a shared device is not handed on
   * for it, and nobody is warned who did not answer.
   */
  isPublicChoice?(seen: Games[G]["seen"]): boolean;
  /** Whether everybody at a shared device watches this change, so that earlier private announcements must go. */
  isForAll?(before: Games[G]["seen"], after: Games[G]["seen"]): boolean;
  /** Whether the people at a shared device decide this together: one answer counts for all of them. */
  isJoint?(seen: Games[G]["seen"]): boolean;
  /** The data-spot values to tap for a move; a move that is one element has data-move instead. */
  spotsOf?(seen: Games[G]["seen"], move: string): readonly string[];
  describe(seen: Games[G]["seen"], move: string, effect: Games[G]["effect"] | null, names: readonly string[]): MoveDescription;
  /** The move that does nothing, offered in the bar at the bottom; null if it is not possible now. */
  passMove?(seen: Games[G]["seen"]): string | null;
  /** The only thing that the viewer can do: the page says why, in the words of `prompt`, and does it after a moment. */
  forcedMove?(seen: Games[G]["seen"]): string | null;
  /** What has happened between two views, in short sentences for screen readers. */
  announcements(before: Games[G]["seen"] | null, after: Games[G]["seen"], names: readonly string[]): readonly string[];
  /** What the players say aloud by the rules, for tables that speak; `before` is null when the table is opened. */
  spoken?(before: Games[G]["seen"] | null, after: Games[G]["seen"], names: readonly string[]): readonly string[];
  sounds(before: Games[G]["seen"], after: Games[G]["seen"]): readonly Sound[];
  /** How long a step is shown before the next one, in ms; not at all longer by default. */
  readingMs?(before: Games[G]["seen"], after: Games[G]["seen"], names: readonly string[]): number;
  /** What the viewer has to do now, in one sentence; null if nothing. */
  prompt(seen: Games[G]["seen"], names: readonly string[]): string | null;
  /** A draw of the log in one sentence, telling no more than the viewer of `before` may know. */
  outcomeText(outcome: Outcome, before: Games[G]["seen"] | null, names: readonly string[]): string;
  /** A seat's move of the log in one sentence, never in notation; null if it is not known what the move means. */
  moveText(move: string, seat: number, before: Games[G]["seen"] | null, names: readonly string[]): string | null;
  /** What a replay shows after a choice: the dice that it has used stay on the table until the next roll. */
  replayed?(before: Games[G]["seen"], after: Games[G]["seen"]): Games[G]["seen"];
  /** A score with its unit: "42 points", "3 stars". */
  score(points: number): string;
  /** The sign behind a bare score, if it is no ordinary points. */
  readonly scoreSign?: string;
  /** The score of a seat so far. */
  liveScore(seen: Games[G]["seen"], seat: number): number;
  /** What is worth a word of the characters it happened to; too much rather than too little. */
  fortunes?(before: Games[G]["seen"], after: Games[G]["seen"]): readonly Fortune[];
  /** The colour that a seat has in this game; games without this leave it to the screen. */
  colourOf?(seen: Games[G]["seen"], seat: number): SeatColour;
  /** Why the game is over, and anything else to say about the winners. */
  over(over: Over, seen: Games[G]["seen"], names: readonly string[]): string;
  /** What decided the game, in one sentence; null if nothing did. */
  decisive(over: Over, seen: Games[G]["seen"], names: readonly string[]): string | null;
  /** How far a solo player was from the next title; null if there is none. */
  nextTitle?(over: Over): string | null;
  /** A player's final sheet as a picture; without one, the game has no sheets. */
  sheetPicture?(seen: Games[G]["seen"], seat: number): SheetPicture;
  /** What the winners are called on their trophy; null if nobody gets one. */
  champion?(over: Over): string | null;
  /** What else to say when a game is over; null if nothing. */
  epilogue?(seen: Games[G]["seen"], options: Games[G]["options"]): string | null;
  /** The icon beside the winners' names; a star by default. */
  readonly prize?: IconName;
}

/** A drawing for a picture to share. */
export interface SheetPicture {
  /** Its height, divided by its width. */
  readonly ratio: number;
  /** Draw it below and to the right of the origin. */
  draw(brush: Brush, width: number): void;
}

/** A board of any game, for screens that do not care which. */
export type AnyBoard = BoardModule<any>;
