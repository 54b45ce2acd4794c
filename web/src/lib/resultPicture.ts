// The result of a game as a picture: a sheet with names, points and date, or the champion's trophy (E17).

import type { SheetPicture } from "../boards/types";
import { box, brushFor, type Brush } from "./brush";
import { CUP, HANDLES, STAR } from "./trophyShape";

export const WIDTH = 540;
const EDGE = 28;
const LINE = 34;
const INSIDE = WIDTH - 2 * EDGE;
const TROPHY = 260;

export interface ResultCard {
  readonly game: string;
  readonly date: string;
  /** Whose sheet is drawn; null if the game has no sheets. */
  readonly sheet: { readonly picture: SheetPicture; readonly title: string } | null;
  /** Best first. */
  readonly lines: readonly { readonly name: string; readonly score: string; readonly won: boolean }[];
}

/** Draw the result; the canvas gets the right size. */
export function drawResult(canvas: HTMLCanvasElement, { game, date, sheet, lines }: ResultCard): void {
  const sheetHeight = sheet === null ? 0 : LINE + INSIDE * sheet.picture.ratio + 12;
  const height = EDGE + 40 + sheetHeight + 12 + lines.length * LINE + EDGE;
  const brush = brushFor(canvas, WIDTH, height);
  if (brush === null) return;
  drawPaper(brush, height);
  brush.text(game, EDGE, EDGE + 14, { size: 24, weight: 700, most: INSIDE - 150 });
  brush.text(date, WIDTH - EDGE, EDGE + 14, { size: 17, align: "right", colour: "muted" });
  let y = EDGE + 40;
  if (sheet !== null) {
    brush.text(sheet.title, EDGE, y + LINE / 2 - 2, { size: 18, weight: 600, most: INSIDE });
    brush.paint.save();
    brush.paint.translate(EDGE, y + LINE);
    sheet.picture.draw(brush, INSIDE);
    brush.paint.restore();
    y += sheetHeight;
  }
  box(brush, EDGE, y, INSIDE, 2, { fill: "line" });
  y += 12;
  for (const { name, score, won } of lines) {
    const weight = won ? 700 : 400;
    brush.text(won ? `★ ${name}` : name, EDGE, y + LINE / 2, { size: 20, weight, most: INSIDE - 150 });
    brush.text(score, WIDTH - EDGE, y + LINE / 2, { size: 20, weight, align: "right" });
    y += LINE;
  }
}

export interface TrophyCard {
  /** "Champion", "Half-Champions". */
  readonly title: string;
  readonly names: string;
  readonly game: string;
  readonly date: string;
}

/** Draw the trophy with name and date. */
export function drawTrophy(canvas: HTMLCanvasElement, { title, names, game, date }: TrophyCard): void {
  const height = EDGE + TROPHY + 190;
  const brush = brushFor(canvas, WIDTH, height);
  if (brush === null) return;
  drawPaper(brush, height);
  const { paint, colour } = brush;
  paint.save();
  paint.translate((WIDTH - TROPHY) / 2, EDGE);
  paint.scale(TROPHY / 48, TROPHY / 48);
  [paint.lineWidth, paint.lineJoin, paint.lineCap] = [2, "round", "round"];
  paint.strokeStyle = colour("glow");
  paint.stroke(new Path2D(HANDLES));
  paint.fillStyle = colour("yellow");
  for (const part of CUP) {
    paint.fill(new Path2D(part));
    paint.stroke(new Path2D(part));
  }
  paint.fillStyle = colour("card");
  paint.fill(new Path2D(STAR));
  paint.restore();
  const lines = [
    { words: title, size: 22, colour: "glow", weight: 700 },
    { words: names, size: 34, weight: 700 },
    { words: game, size: 20 },
    { words: date, size: 18, colour: "muted" },
  ];
  let y = EDGE + TROPHY + 28;
  for (const { words, ...look } of lines) {
    brush.text(words, WIDTH / 2, y, { ...look, align: "center", most: INSIDE });
    y += look.size + 16;
  }
}

function drawPaper(brush: Brush, height: number): void {
  box(brush, 0, 0, WIDTH, height, { fill: "card" });
  box(brush, 4, 4, WIDTH - 8, height - 8, { line: "accent", thick: 4, round: 14 });
}
