import { expect, test } from "vitest";
import type { EnoughRoundEnd, EnoughStanding, EnoughView } from "../../generated/closecall";
import { player, table } from "./fixtures";
import { newlyShown, showEnds, withoutEnd, type Shown } from "./roundEnds";

/** The end of a round as frames bring it: equal objects, never the same one. */
function endOf(round: number, showing: readonly number[] = []): EnoughRoundEnd {
  const standings = [0, 1, 2].map((seat) => standing(showing.includes(seat)));
  return { round, caller: null, won: false, backed_out: false, targets: [], token: null, standings };
}

function standing(isShown: boolean): EnoughStanding {
  const shown = { hand: [1, 2], target: { number: 30, stars: 1 }, uses: [], total: 8, distance: 22, by_choice: true };
  return { stance: "folded", face_up: 5, used: [], stars: 0, change: 0, exact: false, shown: isShown ? shown : null };
}

function view(round: number, told: Partial<EnoughView> = {}): EnoughView {
  return table([player(), player(), player()], { round, last: round > 1 ? endOf(round - 1) : null, ...told });
}

/** What is shown after these views in turn. */
function after(...views: EnoughView[]): Shown {
  return views.reduce((shown: Shown | null, next) => showEnds(shown, next, null), null)!;
}

test("the end of a round is shown until it is closed", () => {
  const shown = after(view(1), view(2), view(2, { turns: 1 }));
  expect([shown.end?.round, shown.isForAll]).toEqual([1, true]);
  expect(showEnds(withoutEnd(shown, null), view(2, { turns: 2 }), null).end).toBeNull();
  expect(after(view(1), view(2), view(3)).end?.round).toBe(2);
});

test("the next holder of the device sees it, later viewers only on request", () => {
  const shown = after(view(2, { viewer: 1 }));
  expect([shown.end?.round, shown.isForAll]).toEqual([1, false]);
  const busy = [player({ hand: [4] }), player(), player()];
  expect(after(table(busy, { round: 2, last: endOf(1) })).end).toBeNull();
  expect(after(view(2, { viewer: null })).end).toBeNull();
});

test("the last round of a game has its place above the board", () => {
  expect(after(view(1), view(2, { phase: "Ended" })).end).toBeNull();
});

test("what everybody has read is not shown again when views are resent", () => {
  withoutEnd(showEnds(after(view(1)), view(2), "a"), "a");
  for (const viewer of [0, 1, 2]) expect(showEnds(null, view(2, { viewer }), "a").end).toBeNull();
  expect(showEnds(null, view(3, { viewer: 1 }), "a").end?.round).toBe(2);
  expect(showEnds(null, view(2, { viewer: 1 }), "b").end?.round).toBe(1);
});

test("what one has read alone is news to the others", () => {
  withoutEnd(showEnds(null, view(2, { viewer: 1 }), "c"), "c");
  expect(showEnds(null, view(2, { viewer: 2 }), "c").end?.round).toBe(1);
});

/** While players may show what they need not: the round is over, the next has not begun (E14). */
function showing(round: number, told: Partial<EnoughView> = {}): EnoughView {
  const full = [player({ hand: [4, 9] }), player({ hand_size: 2 }), player({ hand_size: 2 })];
  return table(full, { round, phase: "Showing", last: endOf(round), ...told });
}

test("the end of a round is there while players may show their cards, also after a reload, and stays in the next round", () => {
  const shown = after(view(1), showing(1));
  expect([shown.end?.round, shown.isForAll]).toEqual([1, true]);
  expect([after(showing(1)).end?.round, after(showing(1)).isForAll]).toEqual([1, true]);
  const next = showEnds(shown, view(2, { last: endOf(1, [1]) }), null);
  expect([next.end?.standings[1]?.shown?.total, next.only]).toEqual([8, null]);
});

test("cards that others show after it was closed are shown alone", () => {
  const closed = withoutEnd(after(view(1), showing(1)), null);
  const next = showEnds(closed, view(2, { last: endOf(1, [0, 2]) }), null, [0]);
  expect([next.end?.round, next.only, next.isForAll]).toEqual([1, [2], true]);
  expect(showEnds(closed, view(2, { last: endOf(1, [0]) }), null, [0]).end).toBeNull();
  expect(showEnds(withoutEnd(next, null), view(2, { last: endOf(1, [0, 2]), turns: 1 }), null, [0]).end).toBeNull();
});

test("who has shown cards since", () => {
  expect(newlyShown(endOf(1, [0]), endOf(1, [0, 2]))).toEqual([2]);
  expect(newlyShown(endOf(1), endOf(2, [0]))).toEqual([]);
  expect(newlyShown(null, endOf(1, [0]))).toEqual([]);
});
