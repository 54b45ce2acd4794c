import { describe, expect, test } from "vitest";
import { scrollDistance, isInside } from "./viewport";

const SIGHT = { top: 0, bottom: 400 };

describe("bringing something into sight", () => {
  test("visible elements are not scrolled", () => {
    expect(scrollDistance([{ top: 100, bottom: 200 }], SIGHT)).toBe(0);
    expect(scrollDistance([], SIGHT)).toBe(0);
  });

  test("elements behind the bar or above the screen get a margin", () => {
    expect(scrollDistance([{ top: 380, bottom: 450 }], SIGHT)).toBe(58);
    expect(scrollDistance([{ top: -30, bottom: 40 }], SIGHT)).toBe(-38);
  });

  test("all of them if there is room, else as many of the first as there is room for", () => {
    expect(scrollDistance([{ top: 100, bottom: 150 }, { top: 390, bottom: 440 }], SIGHT)).toBe(48);
    expect(scrollDistance([{ top: 500, bottom: 550 }, { top: 0, bottom: 50 }], SIGHT)).toBe(158);
    expect(scrollDistance([{ top: -100, bottom: -50 }, { top: 300, bottom: 350 }], SIGHT)).toBe(-108);
  });

  test("the top is shown of what is too tall", () => {
    expect(scrollDistance([{ top: 300, bottom: 900 }], SIGHT)).toBe(292);
  });

  test("whether something is in sight", () => {
    expect(isInside({ top: 0, bottom: 400 }, SIGHT)).toBe(true);
    expect(isInside({ top: 1, bottom: 401 }, SIGHT)).toBe(false);
  });
});
