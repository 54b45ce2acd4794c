// Rows, dice and moves in words.

import { QWIXX, type QwixxColour, type QwixxEffect, type QwixxRoll, type QwixxRowView, type QwixxSeen, type QwixxView } from "../../generated/closecall";
import { say } from "../../lib/language.svelte";
import { rollText } from "../../lib/logText";
import { list } from "../../lib/names";
import { plain, signed } from "../../lib/scores";
import type { Outcome } from "../draws";
import type { MoveDescription } from "../types";
import { crossesOf, type Cell } from "./cells";
import { COLOURS, MORE, NAMES, PASS, STOP, colouredSums, parseCross, whiteSum } from "./notation";

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

/** "Game 2 of 3"; while nobody knows how many games there will be, "Game 2". */
export function gameText({ game, games, one_more }: QwixxView): string {
  return one_more ? say("board.qwixx.match_column", { number: game }) : say("board.qwixx.match", { number: game, games });
}

/** "red 7". */
export function numberText(colour: QwixxColour, number: number): string {
  return say("board.qwixx.number", { colour: colourText(colour), number });
}

/** Costly moves have a warning. */
export function describe(seen: QwixxSeen, move: string, effect: QwixxEffect | null): MoveDescription {
  if (isAnswer(move)) return { title: say(`board.qwixx.${move}`), details: [], warning: null };
  const cross = parseCross(move);
  if (cross === null) return describePass(seen, effect);
  const title = say("board.qwixx.cross", { what: numberText(cross.colour, cross.number) });
  const isCostly = effect !== null && effect.skipped.length >= MANY_SKIPPED;
  const warning = isCostly ? say("board.qwixx.warning_skips", { numbers: list(effect.skipped.map(String)) }) : null;
  return { title, details: effectText(effect), warning };
}

/** Whether a move answers the question for one more game. */
function isAnswer(move: string): move is typeof MORE | typeof STOP {
  return move === MORE || move === STOP;
}

/** Who has the most points so far; null for a solo player. */
export function leadText(totals: readonly number[], names: readonly string[]): string | null {
  if (totals.length < 2) return null;
  const most = Math.max(...totals);
  const leaders = names.filter((_, seat) => totals[seat] === most);
  return say(leaders.length === 1 ? "board.qwixx.leads" : "board.qwixx.lead_together", { n: most, names: list(leaders), points: plain(most) });
}

/** Whether no number can be crossed. */
export function isForced({ menu }: QwixxSeen): boolean {
  return menu?.length === 1 && menu[0] === PASS;
}

function describePass(seen: QwixxSeen, effect: QwixxEffect | null): MoveDescription {
  const title = say("board.qwixx.pass");
  if (effect === null) return { title, details: [], warning: null };
  const misthrows = seen.viewer === null ? 0 : seen.view.sheets[seen.viewer]!.misthrows;
  const isLast = effect.misthrow && misthrows === QWIXX.MOST_MISTHROWS - 1;
  return {
    title,
    details: [passText(seen, effect), ...(isLast && isForced(seen) ? [say("board.qwixx.last_misthrow")] : [])],
    warning: isLast && !isForced(seen) ? say("board.qwixx.warning_misthrow") : null,
    price: effect.misthrow ? "costly" : "free",
  };
}

/** What passing means now. */
export function passText(seen: QwixxSeen, effect: QwixxEffect): string {
  if (effect.misthrow) return say("board.qwixx.pass_misthrow", { gain: gainText(effect.points) });
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
  if (seen.view.is_asking) return seen.menu && say("board.qwixx.prompt_more");
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
export function outcomeText(outcome: Outcome, before: QwixxSeen | null, names: readonly string[]): string {
  const white = (outcome.white as readonly number[]).map((die) => `${say("board.qwixx.log.white")} ${die}`);
  const coloured = (outcome.coloured as readonly (number | null)[]).flatMap((die, at) => (die === null ? [] : [`${colourText(COLOURS[at]!)} ${die}`]));
  return rollText([...white, ...coloured], names[before?.view.active ?? -1]);
}

/** A move of the log. */
export function moveText(move: string, seat: number, before: QwixxSeen | null, names: readonly string[]): string {
  const name = names[seat] ?? "";
  if (isAnswer(move)) return say(`board.qwixx.log.${move}`, { name });
  const cross = parseCross(move);
  if (cross) return say("board.qwixx.log.cross", { name, colour: colourText(cross.colour), number: cross.number });
  const isMisthrow = before?.view.action === 2 && !before.view.has_crossed;
  return say(isMisthrow ? "board.qwixx.log.misthrow" : "board.qwixx.log.cross_nothing", { name });
}
