import { describe, expect, it } from "vitest";
import { routeOf } from "./router.svelte";

describe("the screen of an address", () => {
  it.each([
    ["/", { screen: "home" }],
    ["", { screen: "home" }],
    ["/join", { screen: "join" }],
    ["/carry", { screen: "carry" }],
    ["/shared", { screen: "shared" }],
    ["/tables", { screen: "tables" }],
    ["/games", { screen: "games" }],
    ["/fame", { screen: "fame" }],
    ["/settings", { screen: "settings" }],
    ["/settings/", { screen: "settings" }],
    ["/access", { screen: "access" }],
    ["/table/f1jdwh8xa4k6vvn9", { screen: "table", id: "f1jdwh8xa4k6vvn9" }],
    ["/replay/f1jdwh8xa4k6vvn9", { screen: "replay", id: "f1jdwh8xa4k6vvn9" }],
    ["/new/mark", { screen: "new", game: "mark" }],
    ["/new/qwixx", { screen: "new", game: "qwixx" }],
    ["/rules/enough", { screen: "rules", game: "enough" }],
    ["/learn/qwixx", { screen: "learn", game: "qwixx" }],
    ["/daily", { screen: "daily" }],
    ["/daily/mark/2026-11-18", { screen: "day", game: "mark", day: "2026-11-18" }],
  ])("%s", (path, route) => {
    expect(routeOf(path)).toEqual(route);
  });

  it.each([
    "/nowhere", "/new", "/new/chess", "/rules/", "/learn/__proto__", "/table", "/replay", "/settings/more", "/join/x", "/table/a/b", "/HOME", "/daily/mark",
    "/daily/chess/2026-11-18", "/daily/mark/today", "/daily/mark/2026-11-18/x", "/table/mark/2026-11-18",
  ])("%s leads nowhere, and says so", (path) => {
    expect(routeOf(path)).toEqual({ screen: "missing" });
  });
});
