// Arrow-key navigation on a sheet with one tab stop; crossed and lost numbers are skipped.

export interface Place {
  readonly row: number;
  readonly column: number;
}

/** By row, the columns that can be reached. */
export type Reachable = readonly (readonly boolean[])[];

/** Where a key leads; null if it leads nowhere. */
export function placeAfter(reachable: Reachable, at: Place, key: string): Place | null {
  switch (key) {
    case "ArrowRight":
      return inRow(reachable, at.row, at.column + 1, 1);
    case "ArrowLeft":
      return inRow(reachable, at.row, at.column - 1, -1);
    case "Home":
      return inRow(reachable, at.row, 0, 1);
    case "End":
      return inRow(reachable, at.row, (reachable[at.row]?.length ?? 0) - 1, -1);
    case "ArrowDown":
      return inNextRow(reachable, at, 1);
    case "ArrowUp":
      return inNextRow(reachable, at, -1);
    default:
      return null;
  }
}

/** The tab stop: the old place if reachable, then the nearest in its row, then the preferred one, then any. */
export function tabStop(reachable: Reachable, at: Place | null, preferred: Place | null): Place | null {
  if (at && reachable[at.row]?.[at.column]) return at;
  if (at) return nearest(reachable, at.row, at.column) ?? preferred ?? first(reachable);
  return preferred ?? first(reachable);
}

function inRow(reachable: Reachable, row: number, from: number, step: 1 | -1): Place | null {
  const columns = reachable[row] ?? [];
  for (let column = from; column >= 0 && column < columns.length; column += step) {
    if (columns[column]) return { row, column };
  }
  return null;
}

function inNextRow(reachable: Reachable, at: Place, step: 1 | -1): Place | null {
  for (let row = at.row + step; row >= 0 && row < reachable.length; row += step) {
    const found = nearest(reachable, row, at.column);
    if (found) return found;
  }
  return null;
}

function nearest(reachable: Reachable, row: number, column: number): Place | null {
  const places = (reachable[row] ?? []).flatMap((isThere, at) => (isThere ? [at] : []));
  places.sort((a, b) => Math.abs(a - column) - Math.abs(b - column));
  return places.length > 0 ? { row, column: places[0]! } : null;
}

function first(reachable: Reachable): Place | null {
  for (let row = 0; row < reachable.length; row++) {
    const found = inRow(reachable, row, 0, 1);
    if (found) return found;
  }
  return null;
}
