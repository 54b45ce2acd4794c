// Where the players sit around a round table, in percent of it. Turns go clockwise, so whoever is next sits to the
// left of the viewer.

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The seats in the order of turns, beginning with the one after the viewer; a spectator sees all of them. */
export function othersOf(seats: number, viewer: number | null): number[] {
  const first = viewer === null ? 0 : viewer + 1;
  return Array.from({ length: viewer === null ? seats : seats - 1 }, (_, at) => (first + at) % seats);
}

// In degrees, clockwise from the left: the viewer's own side of the table stays free.
const BESIDE_VIEWER: Readonly<Record<number, readonly number[]>> = {
  2: [30, 150],
  3: [4, 90, 176],
  4: [-4, 56, 124, 184],
};

export function placesAround(others: number, hasViewer: boolean): Point[] {
  const angles = (hasViewer && BESIDE_VIEWER[others]) || Array.from({ length: others }, (_, at) => 90 + (at * 360) / others);
  return angles.map((angle) => {
    const radians = (angle * Math.PI) / 180;
    return { x: round(50 - 41 * Math.cos(radians)), y: round(50 - 36 * Math.sin(radians)) };
  });
}

function round(n: number): number {
  return Math.round(10 * n) / 10;
}
