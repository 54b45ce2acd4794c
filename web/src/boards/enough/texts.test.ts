import { beforeAll, expect, test } from "vitest";
import type { EnoughRoundEnd, EnoughStanding, EnoughView } from "../../generated/closecall";
import { catalogue } from "../../lib/language.svelte";
import { announcements, isForAll, sounds } from "./announcements";
import { player, seenBy, table } from "./fixtures";
import { describe, handText, playerText, prompt } from "./texts";

const NAMES = ["Ann", "Ben", "Cleo"];
const target = { number: 30, stars: 1 };

beforeAll(() => catalogue.load("page", "enough/rules", "enough/board"));

test("an exchange is named by its cards, with what it makes of the lot", () => {
  const seen = seenBy(table([player({ hand: [4, 9], target }), player({ face_up: 12 }), player()]), ["take B 4"]);
  expect(describe(seen, "take B 4", { total: 26, distance: 4 }, NAMES)).toEqual({
    title: "Take Ben’s 12, give my 4",
    details: ["Total 26", "4 away"],
    warning: null,
  });
});

test("folding is asked about only when the lot is exactly on target", () => {
  const seen = seenBy(table([player({ hand: [12, 13], target }), player(), player()], { phase: "Declare", caller: 1 }), ["stay", "fold"]);
  expect(describe(seen, "fold", { total: 30, distance: 0 }, NAMES).warning).not.toBeNull();
  expect(describe(seen, "fold", { total: 31, distance: 1 }, NAMES).warning).toBeNull();
  expect(describe(seen, "stay", { total: 30, distance: 0 }, NAMES).warning).toBeNull();
});

test("folding may bring a star where the caller may back out (E13)", () => {
  const means = (advanced: boolean) => describe(seenBy(table([player(), player(), player()], { phase: "Declare", caller: 1, advanced }), ["stay", "fold"]), "fold", null, NAMES).details;
  expect(means(false)).toEqual(["No stars to win, none to lose."]);
  expect(means(true)).toEqual(["Nothing to lose; +1 star if the caller backs out."]);
});

test("placed tokens are named with their cards", () => {
  const seen = seenBy(table([player({ hand: [4, 9], target })], { phase: "Totalling" }), ["total in:n+@up sd:d@9"]);
  expect(describe(seen, "total in:n+@up sd:d@9", null, NAMES).title).toBe(
    "Face-up card: nudge +1, with the token ignore/nudge and 9: double, with the token subtract/double",
  );
});

test("passing means what it means at the moment", () => {
  const at = (phase: string) => describe(seenBy(table([player()], { phase })), "pass", null, NAMES).title;
  expect([at("NewFaceUp"), at("EndOfTurn"), at("BackingOut")]).toEqual(["Do not lock", "End my turn", "Stand by my call"]);
});

test("the prompt says what to do, or nothing", () => {
  const full = [player({ hand: [4, 9] }), player(), player()];
  expect(prompt(seenBy(table([player({ hand: [4] }), player()]), ["deck"]), NAMES)).toMatch(/^Take a card/);
  expect(prompt(seenBy(table(full), ["deck", "call"]), NAMES)).toBe("Exchange a card, or call it.");
  expect(prompt(seenBy(table(full), ["deck"]), NAMES)).toMatch(/silenced/);
  expect(prompt(seenBy(table(full, { phase: "Declare", caller: 2 }), ["stay", "fold"]), NAMES)).toBe("Cleo has called: stay in or fold?");
  expect(prompt(seenBy(table(full, { phase: "Showing" }), ["show", "keep"]), NAMES)).toBe("Show your cards, or keep them hidden?");
  expect(prompt(seenBy(table(full)), NAMES)).toBeNull();
});

test("a hand is told by what everyone knows of it", () => {
  expect(handText(player({ hand_size: 2, known: [7] }))).toBe("In the hand: 7 and 1 unknown card");
  expect(handText(player())).toBe("Empty hand");
});

test("the news: whose card was taken, and who calls", () => {
  const before = seenBy(table([player({ hand: [4, 9] }), player({ hand_size: 2 }), player({ face_up: 7, hand_size: 2 })], { acting: 1 }));
  const taken = [player({ hand: [4, 9] }), player({ hand_size: 2, known: [7] }), player({ face_up: 12, hand_size: 2 })];
  expect(announcements(before, seenBy(table(taken)), NAMES)).toEqual(["Ben takes Cleo’s 7.", "Cleo’s new face-up card is 12."]);
  const called = [player({ hand: [4, 9] }), player({ hand_size: 2, stance: "called", locked: true }), player({ face_up: 7, hand_size: 2 })];
  expect(announcements(before, seenBy(table(called, { caller: 1 })), NAMES)).toEqual(["Ben calls it!"]);
});

test("the end of a round is told with everybody's stars, and nothing that was kept hidden", () => {
  const standing = { face_up: 5, used: [], exact: false, shown: null };
  const last = {
    round: 1, caller: 0, won: true, backed_out: false, targets: [target], token: null,
    standings: [
      { ...standing, stance: "called" as const, stars: 1, change: 1, shown: { hand: [12, 12], target, uses: [], total: 29, distance: 1, by_choice: false } },
      { ...standing, stance: "stayed" as const, stars: 0, change: -1 },
    ],
  };
  const before = seenBy(table([player(), player()]));
  const after = seenBy(table([player({ target: { number: 44, stars: 3 } }), player()], { round: 2, last }));
  const told = ["Ann called and won.", "Ann: 1 star, +1, Total 29, 1 away", "Ben: 0 stars, −1"];
  // The new target is told by the board, once its owner has taken it.
  expect(announcements(before, after, NAMES)).toEqual([...told, "Round 2 begins."]);
  expect(announcements(null, after, NAMES)).toEqual([]);
  // While Ben may show his cards, the next round has not begun (E14).
  const showing = seenBy(table([player(), player()], { phase: "Showing", last }));
  expect(announcements(before, showing, NAMES)).toEqual(told);
  expect(isForAll(before, showing)).toBe(true);
  expect(announcements(showing, after, NAMES)).toEqual(["Round 2 begins."]);
});

test("cards shown by choice are told with how close they came (E14)", () => {
  const standing = { face_up: 5, used: [], exact: false, shown: null, stance: "folded" as const, stars: 2, change: 0 };
  const end = (...standings: EnoughStanding[]) => ({ round: 1, caller: 2, won: true, backed_out: false, targets: [target], token: null, standings });
  const shows = (distance: number) => ({ ...standing, shown: { hand: [7, 20], target, uses: [], total: 30 + distance, distance, by_choice: true } });
  const seen = (round: number, last: EnoughRoundEnd) => seenBy(table([player(), player(), player()], { round, last, phase: round === 1 ? "Showing" : "Turn" }));
  const before = seen(1, end(standing, standing, standing));
  expect(announcements(before, seen(2, end(shows(1), shows(2), shows(0))), NAMES)).toEqual([
    "Ben shows 7 and 20 for the target 30: total 32, 2 away.",
    "Cleo shows 7 and 20 for the target 30: total 30, exact!",
    "Round 2 begins.",
  ]);
});

test("First! is with the start player, and turned over with the caller", () => {
  const at = (told: Partial<EnoughView>) => [0, 1, 2].map((seat) => /First!.*/.exec(playerText(seenBy(table([player(), player(), player()], { acting: null, ...told })), seat, "Ann"))?.[0] ?? "");
  expect(at({ first: 1 })).toEqual(["", "First!: starts the round", ""]);
  expect(at({ first: 1, caller: 2 })).toEqual(["", "", "First! shows its other side: I’m callin’ it"]);
});

test("a round without a call says what follows only once it is so: another round, or the end (E18)", () => {
  const standing = { face_up: 5, used: [], exact: false, shown: null, stance: "playing" as const, stars: 2, change: 0 };
  const last = { round: 1, caller: null, won: false, backed_out: false, targets: [target], token: null, standings: [standing] };
  const before = seenBy(table([player()]));
  const ended = { ...seenBy(table([player()], { phase: "Ended", last })), over: { reason: "over.no_call", scores: [2], winners: [0] } };
  expect(announcements(before, ended, NAMES)).toEqual(["Nobody called.", "Ann: 2 stars"]);
  expect(announcements(before, seenBy(table([player()], { round: 2, last })), NAMES)).toEqual(["Nobody called.", "Ann: 2 stars", "Round 2 begins."]);
});

test("cards are heard wherever they move", () => {
  const cards = (deck_size: number, face_up: number) => seenBy(table([player({ face_up })], { deck_size }));
  expect(sounds(cards(30, 7), cards(29, 7))).toEqual(["card"]);
  expect(sounds(cards(30, 7), cards(30, 9))).toEqual(["card"]);
  expect(sounds(cards(30, 7), cards(30, 7))).toEqual([]);
});
