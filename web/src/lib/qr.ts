// The QR code that the server draws, as the one path that we draw ourselves: nothing else of its picture gets in.

export interface QrDrawing {
  /** Its width and height, in squares. */
  readonly size: number;
  readonly path: string;
}

const PATH = /<path\b[^>]*\bstroke=[^>]*>/;
const WIDTH = /<svg\b[^>]*\bwidth="(\d+)"/;
const SCALE = /\btransform="scale\((\d+)\)"/;
const STROKES = /\bd="([Mmhv\d .-]+)"/;

/** The squares of the picture; null if it is not like ours. */
export function qrOf(svg: string): QrDrawing | null {
  const [path = ""] = PATH.exec(svg) ?? [];
  const width = Number(WIDTH.exec(svg)?.[1]);
  const scale = Number(SCALE.exec(svg)?.[1] ?? 1);
  const strokes = STROKES.exec(path)?.[1];
  return strokes && width > 0 ? { size: width / scale, path: strokes } : null;
}
