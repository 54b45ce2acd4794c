import { expect, it } from "vitest";
import { GAMES } from "../generated/closecall";
import { gameModule, games } from "./registry";

it("finds every game that the server has", () => {
  expect(games).toEqual(Object.keys(GAMES));
  for (const game of games) expect(gameModule(game).Picture).toBeDefined();
});

it("is the only way to a game: nothing outside its folder names it", () => {
  const outside = import.meta.glob<string>(["../**/*.{ts,svelte}", "!./*/**", "!../generated/**", "!../**/*.test.ts"], {
    eager: true,
    query: "?raw",
    import: "default",
  });
  expect(Object.keys(outside).length).toBeGreaterThan(80);
  const named = new RegExp(`["'\`/](${games.join("|")})["'\`/]`);
  expect(Object.keys(outside).filter((path) => named.test(outside[path]!))).toEqual([]);
});
