import { afterEach, expect, it, vi } from "vitest";
import { deviceStore, readJson, readList, readText, tabStore, writeJson, writeText } from "./storage";

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

it("forbidden storage is replaced until the page is closed", () => {
  forbid("localStorage");
  forbid("sessionStorage");
  writeText("a", "1");
  expect([readText("a"), readText("b")]).toEqual(["1", null]);
  tabStore().setItem("c", "2");
  expect(tabStore().getItem("c")).toBe("2");
  writeJson("d", ["Ben"]);
  expect(deviceStore().getItem("d")).toBe('["Ben"]');
});

it("damaged values and full storage do no harm", () => {
  const holding = (text: string | null) => ({ getItem: () => text, setItem: () => undefined });
  expect([readJson("a", holding("{")), readJson("a", holding(null)), readJson("a", holding("7"))]).toEqual([undefined, undefined, 7]);
  expect([readList("a", holding("{")), readList("a", holding("7")), readList("a", holding("[7]"))]).toEqual([[], [], [7]]);
  const fail = () => {
    throw new Error("full");
  };
  writeText("a", "1", { getItem: fail, setItem: fail });
  expect(readText("a", { getItem: fail, setItem: fail })).toBeNull();
});
