import { render } from "svelte/server";
import { beforeAll, expect, test, vi } from "vitest";
import { board } from "../boards/mark/board";
import type { PlayedGame, SeatInfo, TableInfo } from "../generated/closecall";
import { catalogue } from "../lib/language.svelte";
import PlayedGameRow from "./PlayedGameRow.svelte";
import Result from "./Result.svelte";

beforeAll(() => {
  vi.stubGlobal("document", { documentElement: {} });
  return catalogue.need("page", "home", "mark/page", "mark/rules", "mark/board");
});

const seat = (name: string) => ({ name, kind: "person", bot: null, mine: false }) as SeatInfo;
const table = { id: "x", game: "mark", seats: [seat("Ann"), seat("Ben")], allowed: [] as string[], rematch: null, status: "over", created_at: 0 } as unknown as TableInfo;

/** The texts of the innermost list's items. */
function items(html: string): string[] {
  const read = (item: string) => item.replace(/<!--.*?-->/g, "").replace(/<[^>]*>/g, "").replace(/\s+/g, " ").trim();
  return [...html.matchAll(/<li(?:(?!<li).)*?<\/li>/gs)].map(([item]) => read(item));
}

test("whoever wins a tie stands first, with a star", () => {
  const over = { reason: "over.sheets_full", scores: [10, 10], winners: [1] };
  expect(items(render(Result, { props: { info: table, board, over } }).body)).toEqual(["Ben★ 10 points", "Ann 10 points"]);
});

test("also among the games that were played, and below zero there is a real minus", () => {
  const results = [{ seat: 0, name: "Ann", score: -9, won: false }, { seat: 1, name: "Ben", score: -9, won: true }];
  expect(items(render(PlayedGameRow, { props: { game: { table, results } as unknown as PlayedGame } }).body)).toEqual(["★Ben: −9 points", "Ann: −9 points"]);
});
