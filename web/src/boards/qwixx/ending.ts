// The end of a game in words: why it is over, and what decided it.

import type { MessageKey, Over, QwixxOptions, QwixxResult, QwixxSeen, QwixxSheetView } from "../../generated/closecall";
import { QWIXX } from "../../generated/closecall";
import { say } from "../../lib/language.svelte";
import { duelOf, plain } from "../../lib/scores";
import { COLOURS } from "./notation";
import { colourText, pointsText } from "./texts";

/** Why a game of the match ended; a solo player is not named. */
export function overText({ reason, scores, misthrower }: QwixxResult, names: readonly string[]): string {
  if (misthrower === null) return say(reason as MessageKey);
  if (scores.length === 1) return say("board.qwixx.fourth_misthrow");
  return say("board.qwixx.fourth_misthrow_by", { name: names[misthrower] ?? "" });
}

/** After a match that was not continued: that it was the last game, but not who wanted so. */
export function epilogue({ view }: QwixxSeen, options: QwixxOptions): string | null {
  const n = view.results.length;
  return options.one_more && n < QWIXX.MOST_GAMES ? say("board.qwixx.stopped", { n }) : null;
}

/** Where the winner gained most on the next player: in a game of the match, in a row, or by fewer misthrows. */
export function decisive(over: Over, { view }: QwixxSeen, names: readonly string[]): string | null {
  if (over.scores.length === 1) return view.results.length === 1 ? bestRow(view.sheets[0]!) : null;
  const duel = duelOf(over);
  if (duel === null) return null;
  const { winner, second } = duel;
  const by = (points: number, less: number) => ({
    points: pointsText(points), less: plain(less), winner: names[winner] ?? "", second: names[second] ?? "",
  });
  if (view.results.length > 1) {
    const game = largest(view.results.map(({ scores }) => scores[winner]! - scores[second]!));
    const { scores } = view.results[game]!;
    return say("board.qwixx.decided_game", { number: game + 1, ...by(scores[winner]!, scores[second]!) });
  }
  const [own, other] = [partsOf(view.sheets[winner]!), partsOf(view.sheets[second]!)];
  const part = largest(own.map((points, at) => points - other[at]!));
  const facts = by(own[part]!, other[part]!);
  const colour = COLOURS[part];
  return colour === undefined ? say("board.qwixx.decided_misthrows", facts) : say("board.qwixx.decided_row", { colour: colourText(colour), ...facts });
}

/** The points of the four rows, and those lost by misthrows. */
function partsOf({ score }: QwixxSheetView): number[] {
  return [...score.rows, score.from_misthrows];
}

function bestRow({ score }: QwixxSheetView): string {
  const best = largest(score.rows);
  return say("board.qwixx.decided_alone", { colour: colourText(COLOURS[best]!), points: pointsText(score.rows[best]!) });
}

/** The index of the largest number. */
function largest(numbers: readonly number[]): number {
  return numbers.indexOf(Math.max(...numbers));
}
