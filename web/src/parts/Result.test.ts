import { render } from "svelte/server";
import { beforeAll, expect, test } from "vitest";
import { loadBoard } from "../boards/registry";
import type { Game, TableInfo } from "../generated/closecall";
import { catalogue } from "../lib/language.svelte";
import Result from "./Result.svelte";

beforeAll(() => catalogue.need("page"));

/** The rendered end of a game of three. */
async function result(game: Game, reason: string, winners: number[]): Promise<string> {
  const seats = ["Ann", "Ben", "Cleo"].map((name) => ({ name, bot: null, mine: false }));
  const info = { id: "a", game, seats, allowed: [], rematch: null } as unknown as TableInfo;
  return render(Result, { props: { info, board: await loadBoard(game), over: { reason, scores: [8, 8, 2], winners } } }).body;
}

test("who has won stands there with what the game gives for it: a trophy (E17), or a star", async () => {
  const enough = await result("enough", "over.eight_stars", [0, 1]);
  expect(enough).toContain("Ann and Ben have won.");
  expect(enough).toContain("Half-Champions");
  expect([enough.match(/<svg/g)?.length, enough.includes("★")]).toEqual([3, false]);
  const mark = await result("mark", "over.sheets_full", [0]);
  expect([mark.includes("<svg"), mark.match(/★/g)?.length]).toEqual([false, 2]);
});
