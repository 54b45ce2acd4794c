// What has happened between two views, in short sentences.

import type { QwixxSeen } from "../../generated/closecall";
import { say } from "../../lib/language.svelte";
import { overText } from "./ending";
import { colourText, diceText, gainText, leadText, numberText, pointsText, sumsText } from "./texts";
import { whiteSum } from "./notation";
import { changesBetween, isFirstRoll, NO_CHANGES, type Changes, type SeatChange } from "./viewDiff";

/** Without an earlier view, the current situation. */
export function announcements(before: QwixxSeen | null, after: QwixxSeen, names: readonly string[]): string[] {
  if (before === null) return [...rollNews(after, names), ...actionNews(after, names)];
  const changes = changesBetween(before, after);
  const lines = changes.isNewGame ? [] : [...changeTexts(changes, names).map((text) => `${text}.`), ...closedNews(changes)];
  lines.push(...endNews(before, after, changes, names));
  if (after.over !== null && before.over === null && !before.view.is_asking) lines.push(overText(after.view.results.at(-1)!, names));
  if (changes.isNewRoll) lines.push(...rollNews(after, names));
  else if (before.point !== after.point) lines.push(...actionNews(after, names));
  return lines;
}

/** What is said aloud at the table: the white sum, by the active player, and every lock. */
export function spoken(before: QwixxSeen | null, after: QwixxSeen, names: readonly string[]): string[] {
  const changes = before === null ? { ...NO_CHANGES, isNewRoll: isFirstRoll(after) } : changesBetween(before, after);
  const locks = changes.seats.flatMap(({ crosses }, seat) =>
    crosses.flatMap(({ colour, locks }) => (locks ? [say("board.qwixx.spoken_lock", { name: names[seat] ?? "", colour: colourText(colour) })] : [])),
  );
  const { dice } = after.view;
  return [...locks, ...(changes.isNewRoll && dice !== null ? [say("board.qwixx.spoken_sum", { sum: whiteSum(dice) })] : [])];
}

/** What all players, or all but one, have done: "Ben: yellow 5", "Cleo: no cross". */
export function changeTexts(changes: Changes, names: readonly string[], but: number | null = null): string[] {
  return changes.seats.flatMap((change, seat) => {
    const did = seat === but ? null : changeText(change);
    return did === null ? [] : [say("board.qwixx.did_cross", { name: names[seat] ?? "", what: did })];
  });
}

function changeText({ crosses, misthrow, hadChoice }: SeatChange): string | null {
  const words = crosses.map(({ colour, number, locks }) => {
    const what = numberText(colour, number);
    return locks ? say("board.qwixx.did_lock", { what }) : what;
  });
  if (misthrow < 0) words.push(say("board.qwixx.did_misthrow", { gain: gainText(misthrow) }));
  if (words.length > 0) return words.join(", ");
  return hadChoice ? say("board.qwixx.did_nothing") : null;
}

function closedNews(changes: Changes): string[] {
  return changes.closed.map((colour) => say("board.qwixx.did_close", { colour: colourText(colour) }));
}

/** The end of a game, as soon as it is known. */
function endNews(before: QwixxSeen, after: QwixxSeen, changes: Changes, names: readonly string[]): string[] {
  if (before.view.is_asking) return answerNews(after, changes);
  if (after.view.is_asking) return [...gameNews(after, names), leadText(after.view.totals, names) ?? ""].filter(Boolean);
  return changes.isNewGame ? gameNews(after, names) : [];
}

/** Whether there is one more game, once everybody has answered. */
function answerNews({ view, over }: QwixxSeen, { isNewGame }: Changes): string[] {
  if (over !== null) return [say("board.qwixx.stopped", { n: view.results.length })];
  return isNewGame ? [say("board.qwixx.all_want_more")] : [];
}

function gameNews(after: QwixxSeen, names: readonly string[]): string[] {
  const { results } = after.view;
  const last = results.at(-1);
  if (last === undefined) return [];
  const scores = last.scores.map((points, seat) => say("board.qwixx.game_score", { name: names[seat] ?? "", points: pointsText(points) }));
  return [say("board.qwixx.game_over", { number: results.length, reason: overText(last, names), scores: scores.join(", ") })];
}

function rollNews({ view }: QwixxSeen, names: readonly string[]): string[] {
  if (view.dice === null || view.active === null) return [];
  return [say("board.qwixx.roll", { name: names[view.active] ?? "", dice: diceText(view.dice) })];
}

/** In action 2 the active player hears the sums, the others whom they wait for. */
function actionNews({ view, viewer }: QwixxSeen, names: readonly string[]): string[] {
  if (view.action !== 2 || view.active === null || view.dice === null) return [];
  if (view.active === viewer) return [sumsText(view.dice)];
  return [say("board.qwixx.second", { name: names[view.active] ?? "" })];
}
