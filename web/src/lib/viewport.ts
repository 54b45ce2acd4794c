// What can be seen of a board: the bar at the lower end of the screen lies over the rest.

import { mayMove } from "./settings.svelte";

/** A stretch of the screen from top to bottom, in its pixels. */
export interface VerticalRange {
  readonly top: number;
  readonly bottom: number;
}

/** What is brought into sight is not put at its very edge. */
const MARGIN_PX = 8;

/** The stretch of the screen that no bar covers. */
export function visibleArea(): VerticalRange {
  const bars = [...document.querySelectorAll("[data-bar]")]
    .filter(isVisible)
    .map((bar) => bar.getBoundingClientRect().top);
  return { top: 0, bottom: Math.min(innerHeight, ...bars) };
}

/** Whether an element is drawn at all; phones of some years ago know no `checkVisibility`. */
export function isVisible(one: Element): boolean {
  const isFolded = one.closest("details:not([open]) > :not(summary)") !== null;
  return !isFolded && one.getClientRects().length > 0 && getComputedStyle(one).visibility === "visible";
}

export function isInside(one: VerticalRange, sight: VerticalRange): boolean {
  return one.top >= sight.top && one.bottom <= sight.bottom;
}

/** How far to scroll until all of these are in sight; if there is no room for all, as many of the first as there is room for. */
export function scrollDistance(wanted: readonly VerticalRange[], sight: VerticalRange): number {
  let [top, bottom] = [Infinity, -Infinity];
  for (const one of wanted) {
    const [higher, lower] = [Math.min(top, one.top - MARGIN_PX), Math.max(bottom, one.bottom + MARGIN_PX)];
    if (top < bottom && lower - higher > sight.bottom - sight.top) break;
    [top, bottom] = [higher, lower];
  }
  if (top > bottom) return 0;
  // Of what is too high for the screen, the beginning.
  if (top < sight.top || bottom - top > sight.bottom - sight.top) return top - sight.top;
  return Math.max(0, bottom - sight.bottom);
}

/** Scroll until these are in sight, and not farther; what matters most first. */
export function scrollToShow(...wanted: readonly VerticalRange[]): void {
  const top = scrollDistance(wanted, visibleArea());
  if (top !== 0) scrollBy({ top, behavior: mayMove() ? "smooth" : "instant" });
}
