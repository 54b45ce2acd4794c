// The progress of an introduction: which lesson, and what was tried. Pure functions.

import type { AnyEffect, AnySeen, Introduction, Lesson } from "../generated/closecall";

export interface Learning {
  readonly lessons: readonly Lesson[];
  readonly at: number;
  /** The accepted move of this lesson; null until it is made. */
  readonly made: string | null;
  /** Whether the last try was another move. */
  readonly isAstray: boolean;
}

export function begun(introduction: Introduction): Learning {
  return { lessons: introduction.lessons, at: 0, made: null, isAstray: false };
}

export function lessonOf({ lessons, at }: Learning): Lesson {
  return lessons[at]!;
}

/** After a move: the lesson accepts it or gives a hint. */
export function tried(learning: Learning, move: string): Learning {
  const isAsked = lessonOf(learning).replies.some((reply) => reply.move === move);
  return isAsked ? { ...learning, made: move, isAstray: false } : { ...learning, isAstray: true };
}

/** Another lesson from its start. */
export function turnedTo(learning: Learning, at: number): Learning {
  const last = learning.lessons.length - 1;
  return { ...learning, at: Math.min(Math.max(at, 0), last), made: null, isAstray: false };
}

/** Whether the lesson waits for a move. */
export function isTrying(learning: Learning): boolean {
  return learning.made === null && lessonOf(learning).replies.length > 0;
}

export function isLast({ lessons, at }: Learning): boolean {
  return at === lessons.length - 1;
}

/** The view to show: the situation, or the result of the move. */
export function seenNow(learning: Learning): AnySeen {
  const lesson = lessonOf(learning);
  return lesson.replies.find((reply) => reply.move === learning.made)?.seen ?? lesson.seen;
}

/** What the moves of the lesson's menu do. */
export function effectsOf({ seen, effects }: Lesson): ReadonlyMap<string, AnyEffect> {
  return new Map((seen.menu ?? []).flatMap((move, at) => (effects[at] ? [[move, effects[at]] as const] : [])));
}
