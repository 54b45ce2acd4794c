// What a client knows of a table, and how each frame of the server changes it. Pure: a frame in, a new state out.

import type { AnySeen, FromServer, SeenFrame, TableInfo, WaitingFrame } from "../generated/closecall";

export interface TableState {
  readonly table: TableInfo | null;
  /** For each seat, whether its person is connected. */
  readonly here: readonly boolean[];
  readonly watching: number;
  /** How far the server's clock is ahead of ours, in ms. */
  readonly clockOffset: number;
  /** The newest view of each of one's seats, with who is waited for by now; a spectator has one under "-". */
  readonly seens: Readonly<Record<string, SeenFrame>>;
  /** These views as they came. */
  readonly came: Readonly<Record<string, SeenFrame>>;
  /** Who was last said to be waited for: to one of one's seats or to all. */
  readonly waiting: Waiting | null;
}

type Waiting = Pick<WaitingFrame, "n" | "point" | "waiting">;

export const EMPTY_STATE: TableState = { table: null, here: [], watching: 0, clockOffset: 0, seens: {}, came: {}, waiting: null };

/** Under which key the view of a seat, or of a spectator (null), is kept. */
export function keyOf(viewer: number | null): string {
  return viewer === null ? "-" : String(viewer);
}

/** What is known after a frame, at this time of our own clock. */
export function after(known: TableState, frame: FromServer, now: number): TableState {
  switch (frame.t) {
    case "table":
      return withTable(known, frame.table, frame.here, frame.watching, frame.now - now);
    case "seen":
      return withSeen(known, frame);
    case "waiting":
      return withWaiting(known, frame);
    default:
      return known;
  }
}

function withTable(
  known: TableState,
  table: TableInfo,
  here: readonly boolean[],
  watching: number,
  clockOffset: number,
): TableState {
  const own = mySeats(table).map(keyOf);
  const kept = own.length > 0 ? own : ["-"];
  // Whoever has sat down or left sees with other eyes from now on.
  const came = Object.fromEntries(Object.entries(known.came).filter(([key]) => kept.includes(key)));
  return agreeing({ ...known, table, here, watching, clockOffset, came });
}

function withSeen(known: TableState, frame: SeenFrame): TableState {
  const key = keyOf(frame.seen.viewer);
  const old = known.came[key];
  if (old && frame.n < old.n) return known;
  return withWaiting({ ...known, came: { ...known.came, [key]: frame } }, { n: frame.n, ...frame.seen });
}

function withWaiting(known: TableState, { n, point, waiting }: Waiting): TableState {
  const isNews = known.waiting === null || n > known.waiting.n;
  return agreeing({ ...known, waiting: isNews ? { n, point, waiting } : known.waiting });
}

/** What one seat is told of who has chosen is true for one's other seats too. */
function agreeing(known: TableState): TableState {
  const { waiting } = known;
  const seens = Object.entries(known.came).map(([key, frame]): [string, SeenFrame] => {
    if (waiting === null || waiting.point !== frame.seen.point || waiting.n <= frame.n) return [key, frame];
    return [key, { ...frame, n: waiting.n, seen: { ...frame.seen, waiting: waiting.waiting } as AnySeen }];
  });
  return { ...known, seens: Object.fromEntries(seens) };
}

/** The seats of the person who looks. */
export function mySeats(table: TableInfo | null): number[] {
  return table?.seats.flatMap((seat, at) => (seat.mine ? [at] : [])) ?? [];
}

/** The seats of mine that have to choose now; nobody has to once a game was given up, whatever they saw last. */
export function toChoose(known: TableState): number[] {
  if (known.table?.status !== "playing") return [];
  return mySeats(known.table).filter((seat) => {
    const frame = known.seens[keyOf(seat)];
    return frame !== undefined && frame.seen.menu !== null && frame.seen.waiting.includes(seat);
  });
}

/** Any view that we have: they all agree about what is public. */
export function anySeen(known: TableState): SeenFrame | null {
  const [first] = Object.values(known.seens);
  return first ?? null;
}
