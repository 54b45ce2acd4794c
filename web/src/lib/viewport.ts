// The visible part of a board: the bar at the bottom of the screen covers the rest.

import { mayMove } from "./settings.svelte";

/** A vertical range of the screen, in pixels. */
export interface VerticalRange {
  readonly top: number;
  readonly bottom: number;
}

/** Kept free above and below what is scrolled to. */
const MARGIN_PX = 8;

/** The part of the screen that no bar covers. */
export function visibleArea(): VerticalRange {
  const bars = [...document.querySelectorAll("[data-bar]")]
    .filter(isVisible)
    .map((bar) => bar.getBoundingClientRect().top);
  return { top: 0, bottom: Math.min(innerHeight, ...bars) };
}

/** Like `checkVisibility`, which older phones lack. */
export function isVisible(one: Element): boolean {
  const isFolded = one.closest("details:not([open]) > :not(summary)") !== null;
  return !isFolded && one.getClientRects().length > 0 && getComputedStyle(one).visibility === "visible";
}

export function isInside(one: VerticalRange, sight: VerticalRange): boolean {
  return one.top >= sight.top && one.bottom <= sight.bottom;
}

/** How far to scroll to show all of these, or as many of the first ones as fit. */
export function scrollDistance(wanted: readonly VerticalRange[], sight: VerticalRange): number {
  let [top, bottom] = [Infinity, -Infinity];
  for (const one of wanted) {
    const [higher, lower] = [Math.min(top, one.top - MARGIN_PX), Math.max(bottom, one.bottom + MARGIN_PX)];
    if (top < bottom && lower - higher > sight.bottom - sight.top) break;
    [top, bottom] = [higher, lower];
  }
  if (top > bottom) return 0;
  // Show the top of what is taller than the screen.
  if (top < sight.top || bottom - top > sight.bottom - sight.top) return top - sight.top;
  return Math.max(0, bottom - sight.bottom);
}

/** Scroll no farther than needed to show these, most important first. */
export function scrollToShow(...wanted: readonly VerticalRange[]): void {
  const top = scrollDistance(wanted, visibleArea());
  if (top !== 0) scrollBy({ top, behavior: mayMove() ? "smooth" : "instant" });
}
