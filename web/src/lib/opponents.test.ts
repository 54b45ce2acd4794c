import { expect, it } from "vitest";
import type { AnySeen, SeatInfo, TableInfo } from "../generated/closecall";
import { chooseLevel, chosenLevel, nextOpponents, rememberAsked, rememberOpponents, rememberResult, suggestedLevel } from "./opponents";

function storage(text: Record<string, string> = {}) {
  const kept = new Map(Object.entries(text));
  return { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) };
}

it("newcomers start on the weakest level, and each game remembers its own", () => {
  const keep = storage();
  expect(chosenLevel("mark", keep)).toBe("easy");
  chooseLevel("mark", "hard", keep);
  expect(chosenLevel("mark", keep)).toBe("hard");
  expect(chosenLevel("qwixx", keep)).toBe("easy");
});

it("damaged memories and levels that are gone count as none", () => {
  for (const text of ["{", "null", "7", '{"mark":{"level":"gone"}}', '{"mark":null}']) {
    expect(chosenLevel("mark", storage({ "closecall.opponents": text }))).toBe("easy");
  }
});

it("whoever played last comes last, and the level stays", () => {
  const keep = storage();
  chooseLevel("qwixx", "medium", keep);
  const [gus] = nextOpponents("qwixx", "medium", 1, keep);
  expect(gus?.name).toBe("Gus");
  rememberOpponents("qwixx", [gus!], keep);
  expect(nextOpponents("qwixx", "medium", 1, keep)[0]?.name).toBe("Nora");
  expect(nextOpponents("mark", "medium", 1, keep)[0]?.name).toBe("Nora");
  rememberOpponents("qwixx", [], keep);
  expect(chosenLevel("qwixx", keep)).toBe("medium");
});

function seat(change: Partial<SeatInfo>): SeatInfo {
  return { kind: "person", name: "", bot: null, character: null, ready: true, away: false, local: false, mine: false, host: false, age: null, wants_close: false, ...change };
}
const ME = seat({ mine: true });
const PIP = seat({ kind: "bot", bot: "easy", character: "pip" });
const OTTO = seat({ kind: "bot", bot: "hard", character: "otto" });

/** A game that ended like this at this table. */
function played(id: string, winner: number, seats: SeatInfo[] = [ME, PIP]): [TableInfo, AnySeen] {
  return [{ id, game: "mark", seats } as unknown as TableInfo, { over: { reason: "", scores: [], winners: [winner] } } as unknown as AnySeen];
}

it("two wins of the latest three suggest the next level, once", () => {
  const keep = storage();
  const end = (id: string, winner: number) => rememberResult(...played(id, winner), keep);
  end("a", 0);
  expect(suggestedLevel("mark", "easy", keep)).toBeNull();
  end("a", 0); // The same game, seen again.
  end("b", 1);
  expect(suggestedLevel("mark", "easy", keep)).toBeNull();
  end("c", 0);
  expect(suggestedLevel("mark", "easy", keep)).toBe("medium");
  expect(suggestedLevel("qwixx", "easy", keep)).toBeNull();
  expect(suggestedLevel("mark", "medium", keep)).toBeNull();
  end("d", 1);
  expect(suggestedLevel("mark", "easy", keep)).toBeNull();
  end("e", 0);
  expect(suggestedLevel("mark", "easy", keep)).toBe("medium");
  rememberAsked("mark", "easy", keep);
  expect(suggestedLevel("mark", "easy", keep)).toBeNull();
  expect(chosenLevel("mark", keep)).toBe("easy");
});

it("only games against one level count, and not those that go on", () => {
  const keep = storage();
  const greedy = seat({ kind: "bot", bot: "greedy" });
  for (const seats of [[ME, greedy], [ME, PIP, OTTO], [ME, PIP, seat({})], [ME, { ...ME, local: true }, PIP], [PIP, OTTO], [ME]]) {
    for (const id of ["a", "b", "c"]) rememberResult(...played(`${id}${seats.length}`, 0, seats), keep);
  }
  const [info] = played("x", 0);
  rememberResult(info, { over: null } as unknown as AnySeen, keep);
  expect(["easy", "hard", "greedy"].map((level) => suggestedLevel("mark", level, keep))).toEqual([null, null, null]);
});

it("nothing comes after the strongest", () => {
  const keep = storage();
  const vega = seat({ kind: "bot", bot: "expert", character: "vega" });
  for (const id of ["a", "b", "c"]) rememberResult(...played(id, 0, [ME, vega]), keep);
  expect(suggestedLevel("mark", "expert", keep)).toBeNull();
});
