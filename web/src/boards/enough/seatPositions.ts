// Seat positions around a round table, in percent. Turns go clockwise, so the next player sits to the viewer's left.

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The other seats in turn order from the one after the viewer; all seats for a spectator. */
export function othersOf(seats: number, viewer: number | null): number[] {
  const first = viewer === null ? 0 : viewer + 1;
  return Array.from({ length: viewer === null ? seats : seats - 1 }, (_, at) => (first + at) % seats);
}

// In degrees, clockwise from the left; the viewer's side of the table stays free.
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
