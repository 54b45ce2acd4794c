// Reduces the server's QR code to one path that the page draws itself: no foreign markup gets in.

export interface QrDrawing {
  /** Width and height in modules. */
  readonly size: number;
  readonly path: string;
}

const PATH = /<path\b[^>]*\bstroke=[^>]*>/;
const WIDTH = /<svg\b[^>]*\bwidth="(\d+)"/;
const SCALE = /\btransform="scale\((\d+)\)"/;
const STROKES = /\bd="([Mmhv\d .-]+)"/;

/** The path of the picture; null if it has another form. */
export function qrOf(svg: string): QrDrawing | null {
  const [path = ""] = PATH.exec(svg) ?? [];
  const width = Number(WIDTH.exec(svg)?.[1]);
  const scale = Number(SCALE.exec(svg)?.[1] ?? 1);
  const strokes = STROKES.exec(path)?.[1];
  return strokes && width > 0 ? { size: width / scale, path: strokes } : null;
}
