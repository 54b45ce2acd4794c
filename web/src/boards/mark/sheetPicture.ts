// A sheet as a picture to share: circles, crosses, the points of lines and extremes.

import type { MarkSeen } from "../../generated/closecall";
import { box, cross, type Brush } from "../../lib/brush";
import { say } from "../../lib/language.svelte";
import type { SheetPicture } from "../types";
import { boxBelow, boxRightOf, CIRCLES, columnOf, coloursOf, NAMES, rowOf, SIZE } from "./notation";
import { letterOf } from "./texts";

/** Cells across: the circles, and the points beside them. */
const ACROSS = SIZE + 0.8;
const BELOW = 0.7;

export function sheetPicture({ view }: MarkSeen, seat: number): SheetPicture {
  const { numbers, score } = view.sheets[seat]!;
  const colours = coloursOf(view);

  function draw(brush: Brush, width: number) {
    const cell = width / ACROSS;
    const middle = (place: number) => cell * (place + 0.5);
    for (const circle of CIRCLES) {
      const [x, y, name] = [middle(columnOf(circle)), middle(rowOf(circle)), NAMES[colours[circle]!]];
      brush.paint.beginPath();
      brush.paint.arc(x, y, cell * 0.35, 0, 2 * Math.PI);
      brush.paint.fillStyle = brush.colour(`${name}-soft`);
      brush.paint.fill();
      brush.paint.strokeStyle = brush.colour(name);
      brush.paint.lineWidth = cell * 0.04;
      brush.paint.stroke();
      if (numbers[circle]) brush.text(String(numbers[circle]), x, y - cell * 0.03, { size: cell * 0.36, weight: 700, align: "center" });
      brush.text(letterOf(colours[circle]!), x, y + cell * 0.24, { size: cell * 0.12, weight: 700, align: "center", colour: "muted" });
      crossBox(brush, boxRightOf(circle), x + cell / 2, y, cell);
      crossBox(brush, boxBelow(circle), x, y + cell / 2, cell);
    }
    score.lines.forEach((points, line) => {
      const [x, y] = line < SIZE ? [middle(SIZE) - cell * 0.08, middle(line)] : [middle(line - SIZE), middle(SIZE) - cell * 0.08];
      box(brush, x - cell * 0.24, y - cell * 0.18, cell * 0.48, cell * 0.36, { fill: "card", line: points > 0 ? "ink" : "line", round: cell * 0.07 });
      brush.text(String(points), x, y, { size: cell * 0.24, weight: 700, align: "center", colour: points > 0 ? "ink" : "muted" });
    });
    const sums = `${say("board.mark.lines")} ${score.from_lines} + ${say("board.mark.extremes")} ${score.from_extremes} = ${score.total}`;
    brush.text(sums, width / 2, cell * (ACROSS + BELOW / 2), { size: cell * 0.26, weight: 600, align: "center", most: width });
  }

  function crossBox(brush: Brush, at: number | null, x: number, y: number, cell: number) {
    if (at === null) return;
    box(brush, x - cell * 0.09, y - cell * 0.09, cell * 0.18, cell * 0.18, { fill: "card", line: "muted", round: cell * 0.03 });
    if (score.crosses[at]) cross(brush, x, y, cell * 0.06, "ink", cell * 0.04);
  }

  return { ratio: (ACROSS + BELOW) / ACROSS, draw };
}
