import { describe, expect, it } from "vitest";
import type { AnySeen, Over, SeenFrame, TableFrame, TableInfo, WaitingFrame } from "../generated/closecall";
import { absences, EMPTY_STATE, keyOf, mySeats, stateAfter, toChoose, type TableState } from "./tableState";

const NOW = 5_000;

/** A table frame; `mine` says for each seat whether it is one's own. */
function table(mine: readonly boolean[], more: Partial<TableFrame> = {}): TableFrame {
  const seats = mine.map((isMine) => ({ kind: "person", name: "Ann", mine: isMine }));
  const info = { seats, status: "playing", allowed: ["stand_in"] };
  return { t: "table", now: NOW, here: mine.map(() => true), stand_in_from: mine.map(() => null), watching: 0, table: info as unknown as TableInfo, ...more };
}

interface View {
  viewer?: number | null;
  point?: number;
  menu?: readonly string[] | null;
  waiting?: readonly number[];
  over?: Over | null;
}

function seen(n: number, view: View = {}): SeenFrame {
  const { viewer = 0, point = 1, menu = ["pass"], waiting = [0, 1], over = null } = view;
  return { t: "seen", n, nth: 0, deadline: null, seen: { viewer, point, menu, waiting, over, sealed: null, view: {} } as unknown as AnySeen };
}

function waiting(n: number, point: number, seats: readonly number[]): WaitingFrame {
  return { t: "waiting", n, point, waiting: seats };
}

function afterAll(...frames: readonly (TableFrame | SeenFrame | WaitingFrame)[]): TableState {
  return frames.reduce((state, frame) => stateAfter(state, frame, NOW), EMPTY_STATE);
}

describe("views", () => {
  it("are kept for each seat apart, and for a spectator", () => {
    const state = afterAll(seen(1, { viewer: 0 }), seen(1, { viewer: 2 }), seen(1, { viewer: null }));
    expect(Object.keys(state.views).sort()).toEqual(["-", "0", "2"]);
    expect(state.views[keyOf(2)]!.seen.viewer).toBe(2);
    expect(state.views[keyOf(null)]!.seen.viewer).toBeNull();
  });

  it("are replaced by newer ones and by no older one", () => {
    const state = afterAll(seen(4, { point: 2 }), seen(3, { point: 1 }));
    expect(state.views["0"]!.seen.point).toBe(2);
    expect(stateAfter(state, seen(5, { point: 3 }), NOW).views["0"]!.seen.point).toBe(3);
  });

  it("of the same age are taken: after coming back the server sends what one knows", () => {
    const state = afterAll(seen(4), { ...seen(4), nth: 1 });
    expect(state.views["0"]!.nth).toBe(1);
  });

  it("of one seat do not make those of another old", () => {
    const state = afterAll(seen(9, { viewer: 0 }), seen(3, { viewer: 1 }), { ...seen(8, { viewer: 1 }), nth: 1 });
    expect(state.views["1"]!.nth).toBe(1);
  });

  it("leave the old state unchanged", () => {
    const before = afterAll(table([true, false]), seen(1));
    const copy = structuredClone(before);
    stateAfter(before, seen(2, { point: 2 }), NOW);
    stateAfter(before, waiting(2, 1, []), NOW);
    stateAfter(before, table([false, true]), NOW);
    expect(before).toEqual(copy);
  });
});

describe("who is waited for", () => {
  it("changes in all views of that moment, and nothing else does", () => {
    const state = afterAll(seen(1, { viewer: 0 }), seen(1, { viewer: 2 }), waiting(2, 1, [0]));
    for (const viewer of ["0", "2"]) {
      expect(state.views[viewer]!.seen.waiting).toEqual([0]);
      expect(state.views[viewer]!.n).toBe(2);
      expect(state.views[viewer]!.seen.menu).toEqual(["pass"]);
    }
  });

  it("is also told by what another of one's seats sees, which ever comes first", () => {
    const chosen = seen(2, { viewer: 0, menu: null, waiting: [1] });
    for (const state of [afterAll(seen(1, { viewer: 1 }), chosen), afterAll(chosen, seen(1, { viewer: 1 }))]) {
      expect(state.views["1"]!.seen.waiting).toEqual([1]);
      expect(state.views["1"]!.seen.menu).toEqual(["pass"]);
      const taken = stateAfter(state, seen(3, { viewer: 0 }), NOW);
      expect(taken.views["1"]!.seen.waiting).toEqual([0, 1]);
    }
  });

  it("is not told by an older frame", () => {
    const state = afterAll(seen(3), waiting(2, 1, []));
    expect(state.views["0"]!.seen.waiting).toEqual([0, 1]);
    expect(stateAfter(state, waiting(3, 1, []), NOW).views["0"]!.seen.waiting).toEqual([0, 1]);
  });

  it("is not told by a frame of another moment", () => {
    expect(afterAll(seen(3, { point: 2 }), waiting(9, 1, [])).views["0"]!.seen.waiting).toEqual([0, 1]);
    expect(afterAll(seen(3, { point: 2 }), waiting(9, 3, [])).views["0"]!.seen.waiting).toEqual([0, 1]);
  });

  it("is told by the newest of several frames in any order", () => {
    const state = afterAll(seen(1), waiting(4, 1, [1]), waiting(3, 1, [0]));
    expect(state.views["0"]!.seen.waiting).toEqual([1]);
  });
});

describe("the table", () => {
  it("tells who is there, who watches, and how far its clock is off", () => {
    const state = afterAll(table([true, false], { here: [true, false], watching: 3, now: NOW + 1_234 }));
    expect(state.here).toEqual([true, false]);
    expect(state.watching).toBe(3);
    expect(state.clockOffset).toBe(1_234);
  });

  it("tells from when on a bot may play for others who are gone", () => {
    const gone = { stand_in_from: [NOW + 1, null, NOW + 30_000] };
    expect(absences(afterAll(table([true, false, false], gone)))).toEqual([{ seat: 2, from: NOW + 30_000 }]);
    expect(absences(afterAll(table([true, false, false])))).toEqual([]);
    const watched = table([false, false, false], gone);
    expect(absences(afterAll({ ...watched, table: { ...watched.table, allowed: ["see"] } }))).toEqual([]);
    expect(absences(EMPTY_STATE)).toEqual([]);
  });

  it("keeps the views of one's own seats", () => {
    const state = afterAll(seen(1, { viewer: 0 }), seen(1, { viewer: 2 }), table([true, false, true]));
    expect(Object.keys(state.views).sort()).toEqual(["0", "2"]);
  });

  it("makes a spectator's view useless once one sits", () => {
    const state = afterAll(seen(1, { viewer: null }), table([false, true]));
    expect(state.views).toEqual({});
  });

  it("makes the view of a seat useless once one has left it", () => {
    const state = afterAll(seen(7, { viewer: 1 }), table([false, false]), seen(6, { viewer: null }));
    expect(Object.keys(state.views)).toEqual(["-"]);
  });
});

describe("choosing", () => {
  it("is for one's own seats that are waited for and have a menu", () => {
    const mine = table([true, true, false, true]);
    const state = afterAll(
      mine,
      seen(1, { viewer: 0, waiting: [0, 2, 3] }),
      seen(1, { viewer: 1, waiting: [0, 2, 3] }),
      seen(1, { viewer: 3, waiting: [0, 2, 3], menu: null }),
    );
    expect(mySeats(state.table)).toEqual([0, 1, 3]);
    expect(toChoose(state)).toEqual([0]);
  });

  it("is for nobody once the game was given up", () => {
    const state = afterAll(table([true]), seen(1));
    expect(toChoose(state)).toEqual([0]);
    const closed = { ...state.table!, status: "closed" as const };
    expect(toChoose(stateAfter(state, table([true], { table: closed }), NOW))).toEqual([]);
  });

  it("is for nobody before anything is state", () => {
    expect(mySeats(null)).toEqual([]);
    expect(toChoose(EMPTY_STATE)).toEqual([]);
    expect(toChoose(afterAll(table([true])))).toEqual([]);
  });
});

it("other frames change nothing", () => {
  const state = afterAll(table([true]), seen(1));
  expect(stateAfter(state, { t: "said", seat: 0, phrase: "hello" }, NOW)).toBe(state);
});
