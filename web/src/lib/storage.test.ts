import { afterEach, expect, it, vi } from "vitest";
import { inThisTab, onThisDevice } from "./storage";
import { keptNames, keepNames } from "./recent";

afterEach(() => vi.unstubAllGlobals());

function forbid(name: string) {
  vi.stubGlobal(name, undefined);
  Object.defineProperty(globalThis, name, {
    configurable: true,
    get: () => {
      throw new Error("forbidden");
    },
  });
}

it("what is forbidden to be kept is remembered all the same, until the page is closed", () => {
  forbid("localStorage");
  forbid("sessionStorage");
  onThisDevice().setItem("a", "1");
  expect([onThisDevice().getItem("a"), onThisDevice().getItem("b")]).toEqual(["1", null]);
  inThisTab().setItem("c", "2");
  expect(inThisTab().getItem("c")).toBe("2");
  keepNames(["Ben"]);
  expect(keptNames()).toEqual(["Ben"]);
});
