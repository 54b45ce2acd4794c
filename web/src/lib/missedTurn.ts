// Whether a bot has chosen for somebody: who was too slow, or who was away.

/** A decision that has to be made in time. */
export interface Asked {
  readonly viewer: number;
  readonly point: number;
  readonly deadline: number;
}

/** Whether the game has gone on without the choice of whoever was asked; `now` by the clock of the server. */
export function missedDeadline(asked: Asked | null, viewer: number | null, point: number, now: number): boolean {
  return asked !== null && asked.viewer === viewer && point > asked.point && now >= asked.deadline;
}

/** What a seat has sealed, and where. */
export interface Sealed {
  readonly viewer: number;
  readonly point: number;
  readonly sealed: string | null;
}

/**
 * Whether whoever comes back finds a choice that they have not made: `left` is what was sealed when a bot took over.
 * If nobody has seen that here, it is null, and the choice may be their own.
 */
export function choseWhileAway(left: Sealed | null, now: Sealed): boolean {
  if (left === null || now.sealed === null) return false;
  return left.viewer !== now.viewer || left.point !== now.point || left.sealed !== now.sealed;
}
