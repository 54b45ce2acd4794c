import { expect, it } from "vitest";
import { SILENCE, afterLine, lineNow, type Fortune, type Moment, type Talk } from "./characterLines";

const moment = (change: Partial<Moment>): Moment => {
  return { table: "t1", point: 20, characters: [undefined, "pip", "otto"], isNew: false, fortunes: [], over: null, ...change };
};
const good = (seat: number): Fortune => ({ seat, luck: "good" });
const over = (...winners: number[]) => ({ reason: "", scores: [1, 2, 3], winners });

/** What is said when this happens at each of these points. */
function said(points: readonly number[], fortunes: readonly Fortune[], change: Partial<Moment> = {}): string[] {
  let talk: Talk = SILENCE;
  const lines = points.flatMap((point) => {
    const line = lineNow(talk, moment({ point, fortunes, ...change }));
    if (line !== null) talk = afterLine(talk, line, point);
    return line === null ? [] : [`${point} ${line.slug} ${line.occasion}`];
  });
  return lines;
}

it("one of the characters greets at the beginning, the same on every screen", () => {
  const line = lineNow(SILENCE, moment({ isNew: true, point: 1 }));
  expect(line?.occasion).toBe("greeting");
  expect(["pip", "otto"]).toContain(line?.slug);
  expect(lineNow(SILENCE, moment({ isNew: true, point: 2 }))).toEqual(line);
  expect(lineNow(afterLine(SILENCE, line!, 1), moment({ isNew: true, point: 2 }))).toBeNull();
  const greeters = new Set(["a", "b", "c", "d", "e", "f"].map((table) => lineNow(SILENCE, moment({ isNew: true, table }))?.slug));
  expect(greeters.size).toBe(2);
});

it("without characters nobody speaks, and people are not spoken for", () => {
  expect(lineNow(SILENCE, moment({ isNew: true, characters: [undefined, undefined] }))).toBeNull();
  expect(lineNow(SILENCE, moment({ fortunes: [good(0)] }))).toBeNull();
  expect(lineNow(SILENCE, moment({}))).toBeNull();
});

it("luck is commented rarely, and never twice with the same words", () => {
  const points = Array.from({ length: 60 }, (_, n) => n);
  expect(said(points, [good(1)])).toEqual(["0 pip good", "6 pip good_again"]);
  expect(said(points, [{ seat: 2, luck: "bad" }])).toEqual(["0 otto bad"]);
  expect(said(points, [good(1), { seat: 1, luck: "bad" }, good(2)])).toHaveLength(3);
});

it("at the end a character who won speaks, otherwise one who lost; once", () => {
  const won = lineNow(SILENCE, moment({ over: over(2) }));
  expect(won).toEqual({ seat: 2, slug: "otto", occasion: "won" });
  expect(lineNow(afterLine(SILENCE, won!, 20), moment({ over: over(2) }))).toBeNull();
  expect(lineNow(SILENCE, moment({ over: over(0) }))?.occasion).toBe("lost");
});
