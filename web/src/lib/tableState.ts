// What the page knows about a table, and how each frame from the server changes it. Pure functions.

import type { AnySeen, FromServer, SeenFrame, TableFrame, TableInfo, WaitingFrame } from "../generated/closecall";

export interface TableState {
  readonly table: TableInfo | null;
  /** For each seat, whether its person is connected. */
  readonly here: readonly boolean[];
  /** For each seat, when a bot may play there because its person is gone, in the server's time; null if nobody is gone. */
  readonly standInFrom: readonly (number | null)[];
  readonly watching: number;
  /** How far the server's clock is ahead of ours, in ms. */
  readonly clockOffset: number;
  /** The newest view of each of my seats, with the current waiting list; a spectator has one under "-". */
  readonly views: Readonly<Record<string, SeenFrame>>;
  /** The same views as received. */
  readonly received: Readonly<Record<string, SeenFrame>>;
  /** The newest waiting list, whichever of my seats it was sent to. */
  readonly waiting: Waiting | null;
}

type Waiting = Pick<WaitingFrame, "n" | "point" | "waiting">;

export const EMPTY_STATE: TableState = { table: null, here: [], standInFrom: [], watching: 0, clockOffset: 0, views: {}, received: {}, waiting: null };

/** The key of a view: the seat, or "-" for a spectator. */
export function keyOf(viewer: number | null): string {
  return viewer === null ? "-" : String(viewer);
}

/** The state after a frame; `now` is our own time. */
export function stateAfter(state: TableState, frame: FromServer, now: number): TableState {
  switch (frame.t) {
    case "table":
      return withTable(state, frame, frame.now - now);
    case "seen":
      return withSeen(state, frame);
    case "waiting":
      return withWaiting(state, frame);
    default:
      return state;
  }
}

function withTable(state: TableState, { table, here, stand_in_from: standInFrom, watching }: TableFrame, clockOffset: number): TableState {
  const own = mySeats(table).map(keyOf);
  const kept = own.length > 0 ? own : ["-"];
  // Views of seats that are no longer mine are dropped.
  const received = Object.fromEntries(Object.entries(state.received).filter(([key]) => kept.includes(key)));
  return withSharedWaiting({ ...state, table, here, standInFrom, watching, clockOffset, received });
}

function withSeen(state: TableState, frame: SeenFrame): TableState {
  const key = keyOf(frame.seen.viewer);
  const old = state.received[key];
  if (old && frame.n < old.n) return state;
  return withWaiting({ ...state, received: { ...state.received, [key]: frame } }, { n: frame.n, ...frame.seen });
}

function withWaiting(state: TableState, { n, point, waiting }: Waiting): TableState {
  const isNews = state.waiting === null || n > state.waiting.n;
  return withSharedWaiting({ ...state, waiting: isNews ? { n, point, waiting } : state.waiting });
}

/** A waiting list sent to one seat holds for my other seats too. */
function withSharedWaiting(state: TableState): TableState {
  const { waiting } = state;
  const views = Object.entries(state.received).map(([key, frame]): [string, SeenFrame] => {
    if (waiting === null || waiting.point !== frame.seen.point || waiting.n <= frame.n) return [key, frame];
    return [key, { ...frame, n: waiting.n, seen: { ...frame.seen, waiting: waiting.waiting } as AnySeen }];
  });
  return { ...state, views: Object.fromEntries(views) };
}

/** The seats of the person at this device. */
export function mySeats(table: TableInfo | null): number[] {
  return table?.seats.flatMap((seat, at) => (seat.mine ? [at] : [])) ?? [];
}

/** A seat where a bot may play for a person who is gone, and from when on. */
export interface Absence {
  readonly seat: number;
  readonly from: number;
}

/** Where we may let a bot play for somebody who is gone, now or soon. */
export function absences({ table, standInFrom }: TableState): Absence[] {
  if (!table?.allowed.includes("stand_in")) return [];
  return standInFrom.flatMap((from, seat) => (from === null || table.seats[seat]?.mine ? [] : [{ seat, from }]));
}

/** My seats that have to choose now; none once a game was abandoned, whatever their last view says. */
export function toChoose(state: TableState): number[] {
  if (state.table?.status !== "playing") return [];
  return mySeats(state.table).filter((seat) => {
    const frame = state.views[keyOf(seat)];
    return frame !== undefined && frame.seen.menu !== null && frame.seen.waiting.includes(seat);
  });
}
