// Whether somebody was too slow, so that a bot has chosen for them.

/** A decision that has to be made in time. */
export interface Asked {
  readonly viewer: number;
  readonly point: number;
  readonly deadline: number;
}

/** Whether the game has gone on without the choice of whoever was asked; `now` by the clock of the server. */
export function wasLate(asked: Asked | null, viewer: number | null, point: number, now: number): boolean {
  return asked !== null && asked.viewer === viewer && point > asked.point && now >= asked.deadline;
}
