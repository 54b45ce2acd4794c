import { describe, expect, it } from "vitest";
import type { AnySeen, Introduction, Lesson } from "../generated/closecall";
import { begun, effectsOf, isLast, isTrying, seenNow, tried, turnedTo } from "./lessons";

const seen = (point: number, menu: readonly string[] | null): AnySeen =>
  ({ viewer: 0, point, menu, sealed: null, waiting: [], over: null, view: { sheets: [{}, {}] } }) as unknown as AnySeen;

const asking: Lesson = {
  text: "learn.lesson.qwixx.white",
  facts: {},
  seen: seen(2, ["r3", "pass"]),
  effects: [{ points: 1 }, { points: 0 }] as unknown as Lesson["effects"],
  replies: [{ move: "r3", seen: seen(3, null) }],
  hint: "learn.lesson.qwixx.white_hint",
  praise: "learn.lesson.qwixx.white_praise",
};
const telling: Lesson = { ...asking, text: "learn.lesson.qwixx.end", seen: seen(9, null), effects: [], replies: [], hint: null, praise: null };
const start = begun({ game: "qwixx", lessons: [asking, telling] } as Introduction);

describe("a lesson", () => {
  it("waits for the move that is asked for, and shows what it leads to", () => {
    expect(isTrying(start)).toBe(true);
    expect(seenNow(start).point).toBe(2);
    const done = tried(start, "r3");
    expect(isTrying(done)).toBe(false);
    expect(seenNow(done).point).toBe(3);
  });

  it("gives a hint to any other move, and goes on waiting", () => {
    const astray = tried(start, "pass");
    expect(astray).toMatchObject({ isAstray: true, made: null });
    expect(isTrying(astray)).toBe(true);
    expect(tried(astray, "r3")).toMatchObject({ isAstray: false, made: "r3" });
  });

  it("with nothing to do is only read", () => {
    const last = turnedTo(start, 1);
    expect(isLast(last)).toBe(true);
    expect(isTrying(last)).toBe(false);
    expect(seenNow(last).point).toBe(9);
  });

  it("can be done again, and there is none before the first or after the last", () => {
    expect(turnedTo(tried(start, "r3"), 0)).toMatchObject({ at: 0, made: null });
    expect(turnedTo(start, -1).at).toBe(0);
    expect(turnedTo(start, 7).at).toBe(1);
  });

  it("knows what its moves do", () => {
    expect([...effectsOf(asking)]).toEqual([["r3", { points: 1 }], ["pass", { points: 0 }]]);
  });
});
