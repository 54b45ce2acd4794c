import { describe, expect, it } from "vitest";
import type { SeatInfo, TableInfo } from "../generated/closecall";
import { addRunning, rememberNames, rememberRunning, rememberedNames, rememberedRunning, runningOf } from "./recent";

function storage(text: Record<string, string> = {}) {
  const kept = new Map(Object.entries(text));
  return { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) };
}

function seat(change: Partial<SeatInfo>): SeatInfo {
  return { kind: "person", name: "", bot: null, character: null, ready: true, away: false, local: false, mine: false, host: false, age: null, wants_close: false, ...change };
}

function table(id: string, status: string, seats: SeatInfo[]): TableInfo {
  return { id, game: "mark", status, seats } as unknown as TableInfo;
}

describe("running tables", () => {
  const seats = [seat({ name: "Ann", mine: true }), seat({ name: "Ben" }), seat({ kind: "open" })];
  it("are those that have not ended, with the others", () => {
    const running = runningOf([{ table: table("a", "over", seats), waiting: [] }, { table: table("b", "playing", seats), waiting: [0, 1] }]);
    expect(running).toEqual([{ id: "b", game: "mark", status: "playing", others: [{ name: "Ben", bot: null, character: null }], free: 1, isMyTurn: true }]);
  });
  it("are remembered, and damaged lists are forgotten", () => {
    const keep = storage();
    const running = runningOf([{ table: table("b", "playing", seats), waiting: [1] }]);
    expect(running[0]?.isMyTurn).toBe(false);
    rememberRunning(running, keep);
    expect(rememberedRunning(keep)).toEqual(running);
    addRunning(table("c", "open", seats), keep);
    addRunning(table("b", "playing", seats), keep);
    expect(rememberedRunning(keep).map((one) => one.id)).toEqual(["b", "c"]);
    expect(rememberedRunning(storage({ "closecall.running": "{" }))).toEqual([]);
    expect(rememberedRunning(storage({ "closecall.running": '[{"id":1}]' }))).toEqual([]);
  });
});

it("names at this device are remembered, the last ones first and each once", () => {
  const keep = storage();
  rememberNames(["Ben", "Cem"], keep);
  rememberNames([" Dora ", "Ben"], keep);
  expect(rememberedNames(keep)).toEqual(["Dora", "Ben", "Cem"]);
});
