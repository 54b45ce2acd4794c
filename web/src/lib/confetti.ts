// Confetti: pieces of paper that are thrown up from both sides and flutter down. Lengths are fractions of the screen's
// height, so that they fly alike on every screen; times are in milliseconds.

export interface Piece {
  x: number;
  y: number;
  /** How far it moves in a millisecond. */
  dx: number;
  dy: number;
  angle: number;
  /** How fast it turns, and the moment at which it shows its edge. */
  readonly spin: number;
  readonly phase: number;
  readonly size: number;
  readonly colour: number;
}

export const LASTS_MS = 4200;
/** From then on the pieces fade. */
const FADES_MS = 600;
const GRAVITY = 0.0000011;
/** What is left of a speed after a millisecond. */
const DRAG = 0.9988;
/** Paper falls no faster than this. */
const FALLS = 0.00042;

/** Pieces for a screen that is `width` times as wide as it is high, half of them from each side. */
export function newPieces(count: number, width: number, colours: number, random: () => number = Math.random): Piece[] {
  return Array.from({ length: count }, (_, n) => {
    const isLeft = n % 2 === 0;
    const inwards = (0.15 + 0.85 * random()) * 0.0007 * Math.min(width, 1.6);
    return {
      x: isLeft ? 0 : width,
      y: 0.75,
      dx: isLeft ? inwards : -inwards,
      dy: -(0.0008 + 0.0008 * random()),
      angle: 2 * Math.PI * random(),
      spin: (random() - 0.5) * 0.012,
      phase: 2 * Math.PI * random(),
      size: 0.009 + 0.008 * random(),
      colour: n % colours,
    };
  });
}

/** Move all pieces on. */
export function fall(pieces: readonly Piece[], ms: number): void {
  const drag = DRAG ** ms;
  for (const piece of pieces) {
    piece.dx *= drag;
    piece.dy = Math.min(FALLS, piece.dy * drag + GRAVITY * ms);
    piece.x += piece.dx * ms;
    piece.y += piece.dy * ms;
    piece.angle += piece.spin * ms;
  }
}

/** How opaque the pieces are at a time. */
export function opacityAt(ms: number): number {
  return Math.max(0, Math.min(1, (LASTS_MS - ms) / FADES_MS));
}
