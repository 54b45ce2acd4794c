import { expect, it } from "vitest";
import { decimal } from "./scores";

it("an average has one digit after the point, in the reader's language, and a real minus", () => {
  expect([71.25, 70, 0, -3.04, -0.01].map((points) => decimal(points, "en"))).toEqual(["71.3", "70", "0", "−3", "0"]);
  expect(decimal(71.25, "de")).toBe("71,3");
});
