// Whether a bot has moved for a player who was too slow or away.

/** A decision with a deadline. */
export interface Asked {
  readonly viewer: number;
  readonly point: number;
  readonly deadline: number;
}

/** Whether the game went on without the viewer's choice; `now` is the server's time. */
export function missedDeadline(asked: Asked | null, viewer: number | null, point: number, now: number): boolean {
  return asked !== null && asked.viewer === viewer && point > asked.point && now >= asked.deadline;
}

/** What a seat had sealed at a point. */
export interface Sealed {
  readonly viewer: number;
  readonly point: number;
  readonly sealed: string | null;
}

/**
 * Whether somebody returns to a choice that they did not make. `left` is what was sealed when the bot took over;
 * null if this page did not see that, and then the choice may be their own.
 */
export function choseWhileAway(left: Sealed | null, now: Sealed): boolean {
  if (left === null || now.sealed === null) return false;
  return left.viewer !== now.viewer || left.point !== now.point || left.sealed !== now.sealed;
}
