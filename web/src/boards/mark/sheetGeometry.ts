// Arrow-key navigation between circles, and how sheets fill a large screen.

import { columnOf, rowOf, SIZE } from "./notation";

/** The circle that a key leads to; null for other keys. */
export function circleAfter(key: string, circle: number): number | null {
  const [row, column] = [rowOf(circle), columnOf(circle)];
  const at = (toRow: number, toColumn: number) => clamp(toRow) * SIZE + clamp(toColumn);
  switch (key) {
    case "ArrowUp":
      return at(row - 1, column);
    case "ArrowDown":
      return at(row + 1, column);
    case "ArrowLeft":
      return at(row, column - 1);
    case "ArrowRight":
      return at(row, column + 1);
    case "Home":
      return at(row, 0);
    case "End":
      return at(row, SIZE - 1);
    case "PageUp":
      return at(0, column);
    case "PageDown":
      return at(SIZE - 1, column);
    default:
      return null;
  }
}

function clamp(place: number): number {
  return Math.min(SIZE - 1, Math.max(0, place));
}

// Height of a sheet relative to its width, without and with its extremes; then heading, gaps and limits.
const SHEET = 1;
const WITH_EXTREMES = 1.135;
const HEADING_PX = 84;
const GAP_PX = 16;
const LEAST_PX = 250;
const SMALL_PX = 340;
const MOST_PX = 480;

export interface Room {
  readonly width: number;
  readonly height: number;
}

export interface Fill {
  readonly columns: number;
  /** The width of each sheet. */
  readonly width: number;
  /** Whether the table of extremes fits, or only its points. */
  readonly hasExtremes: boolean;
}

/** The columns that make the sheets as large as possible, but never too small to read. */
export function bestFill(sheets: number, room: Room): Fill {
  const whole = largest(sheets, room, WITH_EXTREMES);
  if (whole.width >= SMALL_PX) return { ...whole, hasExtremes: true };
  const bare = largest(sheets, room, SHEET);
  return bare.width >= LEAST_PX ? { ...bare, hasExtremes: bare.width === whole.width } : scrolled(sheets, room.width);
}

function largest(sheets: number, room: Room, heightOfWidth: number): { columns: number; width: number } {
  let best = { columns: 1, width: 0 };
  for (let columns = 1; columns <= sheets; columns++) {
    const rows = Math.ceil(sheets / columns);
    const byWidth = (room.width - GAP_PX * (columns - 1)) / columns;
    const byHeight = ((room.height - GAP_PX * (rows - 1)) / rows - HEADING_PX) / heightOfWidth;
    const width = Math.floor(Math.min(byWidth, byHeight));
    if (width > best.width) best = { columns, width };
  }
  return best;
}

/** Sheets that do not fit are scrolled: only their width counts. */
function scrolled(sheets: number, width: number): Fill {
  const columns = Math.max(1, Math.min(sheets, Math.floor((width + GAP_PX) / (LEAST_PX + GAP_PX))));
  return { columns, width: Math.min(MOST_PX, Math.floor((width - GAP_PX * (columns - 1)) / columns)), hasExtremes: true };
}
