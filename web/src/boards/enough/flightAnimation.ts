// Animates moved cards from their old to their new place. Nothing waits for it, and a tap ends it.

import { duration } from "../../lib/settings.svelte";
import type { Flight } from "./flights";

const FLIGHT_MS = 420;
const STAGGER_MS = 70;
const TURN_MS = 600;

/** Start the animation; the result ends it. */
export function fly(board: HTMLElement, flights: readonly Flight[]): () => void {
  const ms = duration(FLIGHT_MS);
  if (ms === 0) return () => {};
  const running = flights.flatMap((flight, at) => {
    const from = placeIn(board, flight.from);
    const to = cardIn(board, flight);
    return from && to ? [slide(from, to, ms, at * STAGGER_MS)] : [];
  });
  return () => {
    for (const animation of running) animation.finish();
  };
}

/** Move a target from where it was taken to its place, and turn it over; the result ends it. */
export function turnOver(board: HTMLElement, from: DOMRect): () => void {
  const [to, ms] = [placeIn(board, "target"), duration(TURN_MS)];
  if (to === null || ms === 0) return () => {};
  const box = to.getBoundingClientRect();
  const way = `translate(${from.left - box.left}px, ${from.top - box.top}px)`;
  const animation = to.animate([{ transform: `${way} rotateY(90deg)`, zIndex: 20 }, { transform: "none", zIndex: 20 }], {
    duration: ms,
    easing: "cubic-bezier(0.2, 0.8, 0.3, 1)",
  });
  return () => animation.finish();
}

function placeIn(board: HTMLElement, place: string): HTMLElement | null {
  return board.querySelector<HTMLElement>(`[data-place="${place}"]`);
}

/** The element of the card that arrived: in a hand by its number, or the last one face down. */
function cardIn(board: HTMLElement, { to, card }: Flight): HTMLElement | null {
  const place = placeIn(board, to);
  if (!place || !to.startsWith("hand:")) return place;
  const cards = card === null ? [...place.children].filter((one) => !(one instanceof HTMLElement && one.dataset.card)) : [...place.querySelectorAll(`[data-card="${card}"]`)];
  const last = cards.at(-1);
  return last instanceof HTMLElement ? last : place;
}

function slide(from: HTMLElement, to: HTMLElement, ms: number, delay: number): Animation {
  const [a, b] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
  const x = a.left + a.width / 2 - (b.left + b.width / 2);
  const y = a.top + a.height / 2 - (b.top + b.height / 2);
  const start = { transform: `translate(${x}px, ${y}px)`, zIndex: 20, offset: 0 };
  return to.animate([start, { transform: "none", zIndex: 20, offset: 1 }], {
    duration: ms,
    delay,
    easing: "cubic-bezier(0.2, 0.8, 0.3, 1)",
    fill: "backwards",
  });
}
