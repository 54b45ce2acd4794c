import { expect, test } from "vitest";
import type { AnySeen, TableInfo } from "../generated/closecall";
import { isNewTo, keepArrival, lessonsBeside, settleIntroduction, takeArrival, wayBack } from "./introductions";
import { rememberOpponents, rememberResult } from "./opponents";
import { CAST } from "../generated/closecall";

function newStore() {
  const kept = new Map<string, string>();
  return { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => void kept.set(key, text) };
}

test("each game is offered until it is settled", () => {
  const store = newStore();
  expect([isNewTo("mark", store), isNewTo("qwixx", store)]).toEqual([true, true]);
  settleIntroduction("qwixx", store);
  settleIntroduction("qwixx", store);
  expect([isNewTo("mark", store), isNewTo("qwixx", store)]).toEqual([true, false]);
  expect(store.getItem("closecall.introduced")).toBe('["qwixx"]');
});

test("who has finished a game against bots before there was an offer does not get it, who has only begun one does", () => {
  const store = newStore();
  rememberOpponents("mark", CAST.slice(0, 1), store);
  expect(isNewTo("mark", store)).toBe(true);
  const seats = [{ mine: true }, { mine: false, character: "pip", bot: "easy" }];
  rememberResult({ id: "t", game: "mark", seats } as unknown as TableInfo, { over: { winners: [0] } } as unknown as AnySeen, store);
  expect([isNewTo("mark", store), isNewTo("enough", store)]).toEqual([false, true]);
});

test("damaged storage offers it", () => {
  const store = newStore();
  store.setItem("closecall.introduced", "{");
  expect(isNewTo("mark", store)).toBe(true);
});

test("an invitation is kept once", () => {
  const store = newStore();
  expect(takeArrival(store)).toBe("");
  keepArrival("secret", store);
  expect([takeArrival(store), takeArrival(store)]).toEqual(["secret", ""]);
});

test("the way back", () => {
  const back = (query: string) => wayBack(new URLSearchParams(query));
  expect(lessonsBeside({ id: "0123456789abcdef", game: "qwixx" })).toBe("/learn/qwixx?table=0123456789abcdef");
  expect(back("table=0123456789abcdef")).toBe("/table/0123456789abcdef");
  expect(back("join")).toBe("/join");
  expect([back(""), back("table="), back("table=//evil.example/x"), back("table=0123456789ABCDEF")]).toEqual([null, null, null, null]);
});
