import { expect, test } from "vitest";
import type { EnoughRoundEnd, EnoughView } from "../../generated/closecall";
import { player, table } from "./fixtures";
import { showEnds, withoutEnd, type Shown } from "./roundEnds";

/** The end of a round as frames bring it: equal objects, never the same one. */
function endOf(round: number): EnoughRoundEnd {
  return { round, caller: null, won: false, backed_out: false, targets: [], token: null, standings: [] };
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
