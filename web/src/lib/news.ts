// What a client knows of a table, and how each frame of the server changes it. Pure: a frame in, a new state out.

import type { AnySeen, FromServer, SeenFrame, TableInfo } from "../generated/closecall";

export interface Known {
  readonly table: TableInfo | null;
  /** For each seat, whether its person is connected. */
  readonly here: readonly boolean[];
  readonly watching: number;
  /** How far the server's clock is ahead of ours, in ms. */
  readonly clockOffset: number;
  /** The newest view of each of one's seats; a spectator has one under "-". */
  readonly seens: Readonly<Record<string, SeenFrame>>;
}

export const NOTHING: Known = { table: null, here: [], watching: 0, clockOffset: 0, seens: {} };

/** Under which key the view of a seat, or of a spectator (null), is kept. */
export function keyOf(viewer: number | null): string {
  return viewer === null ? "-" : String(viewer);
}

/** What is known after a frame, at this time of our own clock. */
export function after(known: Known, frame: FromServer, now: number): Known {
  switch (frame.t) {
    case "table":
      return withTable(known, frame.table, frame.here, frame.watching, frame.now - now);
    case "seen":
      return withSeen(known, frame);
    case "waiting":
      return withWaiting(known, frame.n, frame.point, frame.waiting);
    default:
      return known;
  }
}

function withTable(
  known: Known,
  table: TableInfo,
  here: readonly boolean[],
  watching: number,
  clockOffset: number,
): Known {
  const own = mySeats(table).map(keyOf);
  const kept = own.length > 0 ? own : ["-"];
  // Whoever has sat down or left sees with other eyes from now on.
  const seens = Object.fromEntries(Object.entries(known.seens).filter(([key]) => kept.includes(key)));
  return { table, here, watching, clockOffset, seens };
}

function withSeen(known: Known, frame: SeenFrame): Known {
  const key = keyOf(frame.seen.viewer);
  const old = known.seens[key];
  if (old && isOlder(frame, old)) return known;
  return { ...known, seens: { ...known.seens, [key]: frame } };
}

function isOlder(frame: SeenFrame, known: SeenFrame): boolean {
  return frame.n < known.n;
}

function withWaiting(known: Known, n: number, point: number, waiting: readonly number[]): Known {
  const seens = Object.entries(known.seens).map(([key, frame]): [string, SeenFrame] => {
    const isNews = frame.seen.point === point && n > frame.n;
    return [key, isNews ? { ...frame, n, seen: { ...frame.seen, waiting } as AnySeen } : frame];
  });
  return { ...known, seens: Object.fromEntries(seens) };
}

/** The seats of the person who looks. */
export function mySeats(table: TableInfo | null): number[] {
  return table?.seats.flatMap((seat, at) => (seat.mine ? [at] : [])) ?? [];
}

/** The seats of mine that have to choose now. */
export function toChoose(known: Known): number[] {
  return mySeats(known.table).filter((seat) => {
    const frame = known.seens[keyOf(seat)];
    return frame !== undefined && frame.seen.menu !== null && frame.seen.waiting.includes(seat);
  });
}

/** Any view that we have: they all agree about what is public. */
export function anySeen(known: Known): SeenFrame | null {
  const [first] = Object.values(known.seens);
  return first ?? null;
}
