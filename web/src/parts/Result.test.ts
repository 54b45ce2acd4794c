import { render } from "svelte/server";
import { beforeAll, expect, test, vi } from "vitest";
import { board as enoughBoard } from "../boards/enough/board";
import { board as markBoard } from "../boards/mark/board";
import type { AnyBoard } from "../boards/types";
import { seenBy as enoughSeen, player, table as enoughTable } from "../boards/enough/fixtures";
import { seenOf as markSeen, VIEW as MARK_VIEW } from "../boards/mark/fixtures";
import type { AnySeen, PlayedGame, SeatInfo, TableInfo } from "../generated/closecall";
import { catalogue } from "../lib/language.svelte";
import PlayedGameRow from "./PlayedGameRow.svelte";
import Result from "./Result.svelte";

beforeAll(() => {
  vi.stubGlobal("document", { documentElement: {} });
  return catalogue.load("page", "home", "mark/page", "mark/rules", "mark/board", "enough/rules", "enough/board");
});

const seat = (name: string) => ({ name, kind: "person", bot: null, mine: false }) as SeatInfo;
const table = { id: "x", game: "mark", seats: [seat("Ann"), seat("Ben")], allowed: [] as string[], rematch: null, status: "over", created_at: 0 } as unknown as TableInfo;

const MARK = markSeen({ ...MARK_VIEW, sheets: [...MARK_VIEW.sheets, MARK_VIEW.sheets[0]!] });

/** The texts of the innermost list's items. */
function items(html: string): string[] {
  const read = (item: string) => item.replace(/<!--.*?-->/g, "").replace(/<[^>]*>/g, "").replace(/\s+/g, " ").trim();
  return [...html.matchAll(/<li(?:(?!<li).)*?<\/li>/gs)].map(([item]) => read(item));
}

test("the winner of a tie comes first, with a star", () => {
  const over = { reason: "over.sheets_full", scores: [10, 10], winners: [1] };
  expect(items(render(Result, { props: { info: table, board: markBoard, seen: MARK, over } }).body)).toEqual(["Ben★ 10 points", "Ann 10 points"]);
});

test("also in the list of played games, where negative scores have a real minus", () => {
  const results = [{ seat: 0, name: "Ann", score: -9, won: false }, { seat: 1, name: "Ben", score: -9, won: true }];
  expect(items(render(PlayedGameRow, { props: { game: { table, results } as unknown as PlayedGame } }).body)).toEqual(["★Ben: −9 points", "Ann: −9 points"]);
});

/** The rendered end of a game of three. */
function result(board: AnyBoard, seen: AnySeen, reason: string, winners: number[]): string {
  const info = { ...table, seats: ["Ann", "Ben", "Cleo"].map(seat) };
  return render(Result, { props: { info, board, seen, over: { reason, scores: [8, 8, 2], winners } } }).body;
}

test("winners get what the game gives: a trophy (E17), or a star", () => {
  const enough = result(enoughBoard, enoughSeen(enoughTable([player(), player(), player()])), "over.eight_stars", [0, 1]);
  expect(enough).toContain("Ann and Ben have won.");
  expect(enough).toContain("Half-Champions");
  expect([enough.match(/<svg/g)?.length, enough.includes("★")]).toEqual([3, false]);
  const mark = result(markBoard, MARK, "over.sheets_full", [0]);
  expect([mark.includes("<svg"), mark.match(/★/g)?.length]).toEqual([false, 2]);
});

test("after a game at a shared device, the way to its page of fame is there", () => {
  const over = { reason: "over.sheets_full", scores: [10, 9], winners: [0] };
  const link = (...mine: boolean[]) => {
    const info = { ...table, seats: mine.map((isMine, n) => ({ ...seat(`Name ${n}`), mine: isMine })) };
    return render(Result, { props: { info, board: markBoard, seen: MARK, over } }).body.includes('href="/fame"');
  };
  expect([link(true, true), link(true, false), link(false, false)]).toEqual([true, false, false]);
});
