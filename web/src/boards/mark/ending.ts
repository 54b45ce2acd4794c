// The end of a game in words: why it is over, what decided it, and the next title.

import { MARK, type MarkSeen, type Over } from "../../generated/closecall";
import { say } from "../../lib/language.svelte";
import { duelOf } from "../../lib/scores";

type Grade = (typeof MARK.GRADES)[number];

export function over({ reason, scores, winners }: Over): string {
  const most = Math.max(...scores);
  const isTieDecided = scores.filter((points) => points === most).length > winners.length;
  return [
    say(reason as "over.sheets_full"),
    ...(isTieDecided ? [say("mark.tie_decided")] : []),
    ...(scores.length === 1 ? titleText(most) : []),
  ].join(" ");
}

/** The title for a solo game (M11). */
function titleText(points: number): string[] {
  const grade = MARK.GRADES.find((least) => points >= least)!;
  return [say("mark.grade", { title: titleOf(grade) }), ...(grade === 0 ? [say("mark.better_luck")] : [])];
}

function titleOf(grade: Grade): string {
  return say(`mark.title.${grade}`);
}

/** How far the next title was away from a solo player; null for the highest, and in company. */
export function nextTitle({ scores }: Over): string | null {
  const [points, ...others] = scores;
  const next = MARK.GRADES.findLast((least) => least > points!);
  if (others.length > 0 || next === undefined) return null;
  return say("board.mark.next_title", { n: next - points!, title: titleOf(next) });
}

/** Where the winner was better than the next player: in the lines or in the extremes. */
export function decisive(over: Over, { view }: MarkSeen, names: readonly string[]): string | null {
  if (over.scores.length === 1) {
    const { from_lines, from_extremes } = view.sheets[0]!.score;
    return say("board.mark.decided_alone", { lines: from_lines, extremes: from_extremes });
  }
  const duel = duelOf(over);
  if (duel === null) return null;
  const [winner, second] = [view.sheets[duel.winner]!.score, view.sheets[duel.second]!.score];
  const byLines = winner.from_lines - second.from_lines >= winner.from_extremes - second.from_extremes;
  const [points, less] = byLines ? [winner.from_lines, second.from_lines] : [winner.from_extremes, second.from_extremes];
  const facts = { points, less, winner: names[duel.winner] ?? "", second: names[duel.second] ?? "" };
  return say(byLines ? "board.mark.decided_lines" : "board.mark.decided_extremes", facts);
}
