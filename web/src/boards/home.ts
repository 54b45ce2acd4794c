// Where the keyboard goes when what it was on is gone.

/** Whoever goes by keyboard stays at the board: at its home if it has one, else at the place where it lies. */
export function focusBoard(board: HTMLElement | null | undefined): void {
  const { activeElement } = document;
  if (activeElement !== null && activeElement !== document.body) return;
  const home = board?.querySelector<HTMLElement>("[data-home]") ?? board?.closest<HTMLElement>("[tabindex]");
  home?.focus({ preventScroll: true });
}
