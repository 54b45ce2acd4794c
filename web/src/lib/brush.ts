// Drawing on a canvas in the colours and the font of the page.

export interface Brush {
  readonly paint: CanvasRenderingContext2D;
  /** A colour by the name of its variable in app.css, without the dashes. */
  colour(name: string): string;
  text(words: string, x: number, y: number, look: TextLook): void;
}

export interface TextLook {
  readonly size: number;
  readonly colour?: string;
  readonly weight?: number;
  readonly align?: CanvasTextAlign;
  /** Narrower letters rather than more room. */
  readonly most?: number;
}

/** Pixels for each unit, so that pictures stay sharp. */
export const DENSITY = 2;
const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';

/** Prepare a canvas that is part of the page, and clear it. */
export function brushFor(canvas: HTMLCanvasElement, width: number, height: number): Brush | null {
  [canvas.width, canvas.height] = [width * DENSITY, height * DENSITY];
  const paint = canvas.getContext("2d");
  if (paint === null) return null;
  paint.scale(DENSITY, DENSITY);
  const known = new Map<string, string>();
  const colour = (name: string) => {
    let found = known.get(name);
    if (found === undefined) {
      canvas.style.color = `var(--${name})`;
      known.set(name, (found = getComputedStyle(canvas).color));
    }
    return found;
  };
  const text = (words: string, x: number, y: number, { size, colour: name = "ink", weight = 400, align = "left", most }: TextLook) => {
    paint.font = `${weight} ${size}px ${FONT}`;
    paint.fillStyle = colour(name);
    paint.textAlign = align;
    paint.textBaseline = "middle";
    paint.fillText(words, x, y, most);
  };
  return { paint, colour, text };
}

/** A rectangle with round corners. */
export function box({ paint, colour }: Brush, x: number, y: number, width: number, height: number, look: { fill?: string; line?: string; round?: number; thick?: number }): void {
  paint.beginPath();
  paint.roundRect(x, y, width, height, look.round ?? 0);
  if (look.fill !== undefined) {
    paint.fillStyle = colour(look.fill);
    paint.fill();
  }
  if (look.line !== undefined) {
    paint.strokeStyle = colour(look.line);
    paint.lineWidth = look.thick ?? 1.5;
    paint.stroke();
  }
}

/** An ✕ around a point. */
export function cross({ paint, colour }: Brush, x: number, y: number, reach: number, name = "ink", thick = 2): void {
  paint.beginPath();
  paint.moveTo(x - reach, y - reach);
  paint.lineTo(x + reach, y + reach);
  paint.moveTo(x + reach, y - reach);
  paint.lineTo(x - reach, y + reach);
  paint.strokeStyle = colour(name);
  paint.lineWidth = thick;
  paint.lineCap = "round";
  paint.stroke();
}
