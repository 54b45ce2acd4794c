// An introduction on its way: which lesson, what was tried, and what is said about it. Pure: nothing is drawn here.

import type { AnyEffect, AnySeen, Introduction, Lesson } from "../generated/closecall";

export interface Learning {
  readonly lessons: readonly Lesson[];
  readonly at: number;
  /** The move that was made here; null while it is still to be made. */
  readonly made: string | null;
  /** Whether something else was tried just now. */
  readonly isAstray: boolean;
}

export function begun(introduction: Introduction): Learning {
  return { lessons: introduction.lessons, at: 0, made: null, isAstray: false };
}

export function lessonOf({ lessons, at }: Learning): Lesson {
  return lessons[at]!;
}

/** A move is made: it is what was asked for, or it gets a hint. */
export function tried(learning: Learning, move: string): Learning {
  const isAsked = lessonOf(learning).replies.some((reply) => reply.move === move);
  return isAsked ? { ...learning, made: move, isAstray: false } : { ...learning, isAstray: true };
}

/** Another lesson, from its beginning. */
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

/** The match as it is to be shown: the situation, or what the move has led to. */
export function seenNow(learning: Learning): AnySeen {
  const lesson = lessonOf(learning);
  return lesson.replies.find((reply) => reply.move === learning.made)?.seen ?? lesson.seen;
}

/** What the moves of the lesson's menu do. */
export function effectsOf({ seen, effects }: Lesson): ReadonlyMap<string, AnyEffect> {
  return new Map((seen.menu ?? []).flatMap((move, at) => (effects[at] ? [[move, effects[at]] as const] : [])));
}
