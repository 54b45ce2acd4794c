import { describe, expect, it } from "vitest";
import { boxBelow, boxRightOf, CIRCLES, circleName, circlesAt, COLOURS, formatEntry, lineOf, parseColour, parseEntry } from "./notation";

describe("moves", () => {
  it("are read as they are written", () => {
    expect(parseEntry("b2+g")).toEqual({ circle: 6, die: "G" });
    expect(parseEntry("yellow")).toBeNull();
    expect(parseColour("yellow")).toBe("Y");
    expect(parseColour("b2+g")).toBeNull();
  });

  it("come back the same, all 125 of them", () => {
    for (const circle of CIRCLES) {
      for (const die of COLOURS) expect(parseEntry(formatEntry({ circle, die }))).toEqual({ circle, die });
    }
  });
});

describe("boxes", () => {
  it("are counted as the server counts them: in rows first, then in columns", () => {
    expect(boxRightOf(0)).toBe(0);
    expect(boxRightOf(4)).toBeNull();
    expect(boxRightOf(5)).toBe(4);
    expect(boxBelow(0)).toBe(20);
    expect(boxBelow(6)).toBe(26);
    expect(boxBelow(20)).toBeNull();
  });

  it("are forty, each between its two circles", () => {
    const right = CIRCLES.flatMap((circle) => boxRightOf(circle) ?? []);
    const below = CIRCLES.flatMap((circle) => boxBelow(circle) ?? []);
    expect([...right, ...below].sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, box) => box));
    for (const circle of CIRCLES) {
      const [toRight, under] = [boxRightOf(circle), boxBelow(circle)];
      if (toRight !== null) expect(circlesAt(toRight)).toEqual([circle, circle + 1]);
      if (under !== null) expect(circlesAt(under)).toEqual([circle, circle + 5]);
    }
  });

  it("lie in lines: five rows, then five columns", () => {
    expect(lineOf(0)).toBe(0);
    expect(lineOf(19)).toBe(4);
    expect(lineOf(20)).toBe(5);
    expect(lineOf(39)).toBe(9);
    expect(circlesAt(26).map(circleName)).toEqual(["b2", "b3"]);
  });
});
