// A sheet as a picture to share: rows, crosses, locks, misthrows and points.

import { QWIXX, type QwixxRowView, type QwixxSeen } from "../../generated/closecall";
import { box, cross, type Brush } from "../../lib/brush";
import { say } from "../../lib/language.svelte";
import { plain } from "../../lib/scores";
import type { SheetPicture } from "../types";
import { NAMES } from "./notation";
import { letterOf } from "./texts";

/** Cells across: letter, eleven numbers, lock, points. */
const ACROSS = 14.4;
const ROW = 1.45;

/** The sheet of the last game. */
export function sheetPicture({ view }: QwixxSeen, seat: number): SheetPicture {
  const { rows, misthrows, score } = view.sheets[seat]!;

  function draw(brush: Brush, width: number) {
    const cell = width / ACROSS;
    rows.forEach((row, at) => drawRow(brush, row, at * ROW * cell, cell));
    const y = (rows.length * ROW + 0.65) * cell;
    brush.text(say("board.qwixx.misthrows"), cell * 0.2, y, { size: cell * 0.55, weight: 600, most: cell * 4 });
    for (let n = 0; n < QWIXX.MOST_MISTHROWS; n++) {
      const x = cell * (4.6 + n);
      box(brush, x, y - cell * 0.38, cell * 0.76, cell * 0.76, { fill: "card", line: "muted", round: cell * 0.12 });
      if (n < misthrows) cross(brush, x + cell * 0.38, y, cell * 0.24, "ink", cell * 0.1);
    }
    brush.text(`= ${plain(score.total)}`, width - cell * 0.2, y, { size: cell * 0.8, weight: 700, align: "right" });
  }

  function drawRow(brush: Brush, row: QwixxRowView, top: number, cell: number) {
    const name = NAMES[row.colour];
    const y = top + cell * 0.62;
    box(brush, 0, top, cell * (ACROSS - 1.3), cell * 1.24, { fill: name, round: cell * 0.25 });
    brush.text(letterOf(row.colour), cell * 0.42, y, { size: cell * 0.5, weight: 700, align: "center", colour: `${name}-ink` });
    row.numbers.forEach((number, at) => {
      const x = cell * (0.85 + at);
      const [isCrossed, isLost] = [row.crossed.includes(number), row.lost.includes(number)];
      box(brush, x, y - cell * 0.44, cell * 0.88, cell * 0.88, { fill: isLost ? name : `${name}-soft`, round: cell * 0.14 });
      brush.text(String(number), x + cell * 0.44, y, { size: cell * 0.5, weight: 600, align: "center", colour: isLost ? `${name}-ink` : "ink" });
      if (isCrossed) cross(brush, x + cell * 0.44, y, cell * 0.3, "ink", cell * 0.08);
    });
    const lock = cell * 12.4;
    brush.paint.beginPath();
    brush.paint.arc(lock, y, cell * 0.4, 0, 2 * Math.PI);
    brush.paint.fillStyle = brush.colour(`${name}-soft`);
    brush.paint.fill();
    box(brush, lock - cell * 0.17, y - cell * 0.06, cell * 0.34, cell * 0.26, { fill: "muted", round: cell * 0.05 });
    brush.paint.beginPath();
    brush.paint.arc(lock, y - cell * 0.06, cell * 0.11, Math.PI, 0);
    brush.paint.strokeStyle = brush.colour("muted");
    brush.paint.lineWidth = cell * 0.06;
    brush.paint.stroke();
    if (row.locked) cross(brush, lock, y, cell * 0.28, "ink", cell * 0.08);
    brush.text(String(row.points), cell * (ACROSS - 0.2), y, { size: cell * 0.62, weight: 700, align: "right" });
  }

  return { ratio: (ROW * 4 + 1.4) / ACROSS, draw };
}
