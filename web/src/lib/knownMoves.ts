// The legal moves of a decision that the server has told so far, with their effects. Pure functions.

import type { AnyEffect, Effects } from "../generated/closecall";

export interface KnownMoves {
  readonly point: number;
  /** What each known move would do. */
  readonly effects: ReadonlyMap<string, AnyEffect>;
  /** The moves for which longer ones were asked; null stands for the menu. */
  readonly asked: ReadonlySet<string | null>;
}

/** What is known at a decision; nothing at first. */
export function knownAt(known: KnownMoves | undefined, point: number): KnownMoves {
  return known?.point === point ? known : { point, effects: new Map(), asked: new Set() };
}

export function withAsked(known: KnownMoves, move: string | null): KnownMoves {
  return { ...known, asked: new Set([...known.asked, move]) };
}

/** After a refusal: the same may be asked again. */
export function withoutAsked(known: KnownMoves, move: string | null): KnownMoves {
  return { ...known, asked: new Set([...known.asked].filter((other) => other !== move)) };
}

/** After an answer; one about another decision is ignored. */
export function withAnswer(known: KnownMoves, { point, moves, effects }: Effects): KnownMoves {
  if (point !== known.point) return known;
  const told = moves.flatMap((move, at) => (effects[at] === undefined ? [] : [[move, effects[at]] as const]));
  return { ...known, effects: new Map([...known.effects, ...told]) };
}
