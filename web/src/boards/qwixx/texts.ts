// Rows, dice and moves in words.

import type { MessageKey, QwixxColour, QwixxEffect, QwixxRoll, QwixxRowView, QwixxSeen } from "../../generated/closecall";
import { say } from "../../lib/language.svelte";
import { list } from "../../lib/names";
import { plain, signed } from "../../lib/scores";
import type { Outcome } from "../draws";
import type { MoveDescription } from "../types";
import { crossesOf, type Cell } from "./cells";
import { COLOURS, NAMES, colouredSums, parseCross, whiteSum } from "./notation";

/** Misthrow boxes on a sheet; the last one ends the game. */
export const MISTHROW_BOXES = 4;
/** A cross that skips this many numbers needs a confirmation. */
const MANY_SKIPPED = 5;

/** The letter beside a colour: colour alone never carries meaning. */
export function letterOf(colour: QwixxColour): string {
  return say(`page.letter.${NAMES[colour]}`);
}

export function colourText(colour: QwixxColour): string {
  return say(`colour.${NAMES[colour]}`);
}

/** "42 points". */
export function pointsText(points: number): string {
  return say("board.qwixx.gain", { n: points, points: plain(points) });
}

/** "+3 points". */
export function gainText(points: number): string {
  return say("board.qwixx.gain", { n: points, points: signed(points) });
}

/** Why a game ended; a solo player is not called "a player". */
export function overText(reason: string, seats: number): string {
  return say(reason === "over.fourth_misthrow" && seats === 1 ? "board.qwixx.fourth_misthrow" : (reason as MessageKey));
}

/** "red 7". */
export function numberText(colour: QwixxColour, number: number): string {
  return say("board.qwixx.number", { colour: colourText(colour), number });
}

/** Costly moves have a warning. */
export function describe(seen: QwixxSeen, move: string, effect: QwixxEffect | null): MoveDescription {
  const cross = parseCross(move);
  if (cross === null) return describePass(seen, effect);
  const title = say("board.qwixx.cross", { what: numberText(cross.colour, cross.number) });
  const isCostly = effect !== null && effect.skipped.length >= MANY_SKIPPED;
  const warning = isCostly ? say("board.qwixx.warning_skips", { numbers: list(effect.skipped.map(String)) }) : null;
  return { title, details: effectText(effect), warning };
}

function describePass(seen: QwixxSeen, effect: QwixxEffect | null): MoveDescription {
  const misthrows = seen.viewer === null ? 0 : seen.view.sheets[seen.viewer]!.misthrows;
  const isLast = effect !== null && effect.misthrow && misthrows === MISTHROW_BOXES - 1;
  const details = effect === null ? [] : [passText(seen, effect, gainText(effect.points))];
  return { title: say("board.qwixx.pass"), details, warning: isLast ? say("board.qwixx.warning_misthrow") : null };
}

/** What passing means now; a button shows the bare number. */
export function passText(seen: QwixxSeen, effect: QwixxEffect, gain = signed(effect.points)): string {
  if (effect.misthrow) return say("board.qwixx.pass_misthrow", { gain });
  const isFollowed = seen.view.action === 1 && seen.view.active === seen.viewer;
  return say(isFollowed ? "board.qwixx.after_pass" : "board.qwixx.pass_free");
}

/** What a cross brings and costs. */
function effectText(effect: QwixxEffect | null): string[] {
  if (effect === null) return [];
  const words = [gainText(effect.points)];
  if (effect.skipped.length > 0) words.push(say("board.qwixx.skips", { numbers: list(effect.skipped.map(String)) }));
  if (effect.locks) words.push(say("board.qwixx.closes"));
  return words;
}

/** The full name of a number that can be tapped: "red 7, +3 points, skips 5 and 6". */
export function cellName(colour: QwixxColour, cell: Cell, effect: QwixxEffect | null): string {
  const name = numberText(colour, cell.number);
  if (cell.isSealed) return [name, say("board.qwixx.sealed"), ...effectText(effect)].join(", ");
  return [name, ...(cell.isLegal ? effectText(effect) : [say("board.qwixx.not_now")])].join(", ");
}

/** What cannot be tapped in a row, for screen readers. */
export function rowSummary(row: QwixxRowView, isClosed: boolean): string {
  const numbers = row.crossed.join(", ");
  const words = [row.crossed.length > 0 ? say("board.qwixx.all_crossed", { numbers }) : say("board.qwixx.nothing_crossed")];
  if (row.lost.length > 0 && !isClosed) words.push(say("board.qwixx.all_lost", { numbers: row.lost.join(", ") }));
  if (row.locked) words.push(say("board.qwixx.locked_here"));
  else if (isClosed) words.push(say("board.qwixx.row_closed"));
  const crosses = say("board.qwixx.row_crosses", { n: crossesOf(row) });
  words.push(say("board.qwixx.row_points", { n: row.points, points: row.points, crosses }));
  return words.join(" ");
}

/** All dice in one sentence. */
export function diceText(dice: QwixxRoll): string {
  const coloured = COLOURS.flatMap((colour, at) => {
    const number = dice.coloured[at] ?? null;
    return number === null ? [] : [say("board.qwixx.die", { colour: colourText(colour), number })];
  });
  const [one, other] = dice.white;
  return say("board.qwixx.dice", { one, other, sum: whiteSum(dice), coloured: coloured.join(", ") });
}

/** The sums of action 2 in one sentence. */
export function sumsText(dice: QwixxRoll): string {
  const sums = COLOURS.flatMap((colour, at) => {
    const [one, other] = colouredSums(dice, at);
    if (one === undefined) return [];
    const either = other === undefined ? String(one) : say("board.qwixx.or", { one, other });
    return [say("board.qwixx.sum_of", { colour: colourText(colour), sums: either })];
  });
  return say("board.qwixx.sums", { sums: sums.join(", ") });
}

export function prompt(seen: QwixxSeen, names: readonly string[]): string | null {
  const { active, action, dice } = seen.view;
  if (!seen.menu || active === null || dice === null) return null;
  const canCross = seen.menu.length > 1;
  const sum = whiteSum(dice);
  if (action === 2) return say(canCross ? "board.qwixx.prompt_two" : "board.qwixx.prompt_none_two");
  if (!canCross) return say("board.qwixx.prompt_none_one", { sum });
  if (active === seen.viewer) return say("board.qwixx.prompt_one_active", { sum });
  return say("board.qwixx.prompt_one_other", { sum, name: names[active] ?? "" });
}

/** A draw of the log. */
export function outcomeText(outcome: Outcome): string {
  const white = (outcome.white as readonly number[]).map((die) => `${say("board.qwixx.log.white")} ${die}`);
  const coloured = (outcome.coloured as readonly (number | null)[]).flatMap((die, at) => (die === null ? [] : [`${colourText(COLOURS[at]!)} ${die}`]));
  return say("learn.entry.roll", { dice: [...white, ...coloured].join(", ") });
}

/** A move of the log. */
export function moveText(move: string, name: string): string {
  const cross = parseCross(move);
  return cross ? say("board.qwixx.log.cross", { name, colour: colourText(cross.colour), number: cross.number }) : say("board.qwixx.log.cross_nothing", { name });
}
