import { describe, expect, it } from "vitest";
import { flawOf, freeName, isComplete, defaultSeats, wishesOf, withChange, withoutSeat, withSeat } from "./seatDraft";

const GREEDY = [{ bot: "greedy" }, { bot: "greedy" }];
const LIMITS = { least: 1, most: 5 };

describe("the seats of one tap", () => {
  it("are me and one bot", () => {
    expect(wishesOf(defaultSeats("bot", 1, GREEDY, []))).toEqual([{ kind: "me" }, { kind: "bot", bot: "greedy" }]);
  });
  it("have the characters who are next", () => {
    const draft = defaultSeats("bot", 3, [{ bot: "easy", character: "pip" }, { bot: "easy", character: "momo" }], []);
    expect(wishesOf(draft)).toEqual([{ kind: "me" }, { kind: "bot", bot: "easy", character: "pip" }, { kind: "bot", bot: "easy", character: "momo" }]);
  });
  it("are as many as the game needs", () => {
    const draft = defaultSeats("bot", 3, GREEDY, []);
    expect(draft.map((seat) => seat.kind)).toEqual(["me", "bot", "bot"]);
    expect(new Set(draft.map((seat) => seat.key)).size).toBe(3);
  });
  it("have names at one device", () => {
    expect(wishesOf(defaultSeats("local", 3, GREEDY, ["Ben", "Cem"]))).toEqual([
      { kind: "me" },
      { kind: "local", name: "Ben" },
      { kind: "local", name: "Cem" },
    ]);
  });
  it("are one seat for somebody alone", () => {
    expect(wishesOf(defaultSeats("alone", 1, GREEDY, []))).toEqual([{ kind: "me" }]);
  });
  it("wait for friends", () => {
    expect(isComplete(defaultSeats("friends", 1, GREEDY, []))).toBe(false);
    expect(isComplete(defaultSeats("bot", 1, GREEDY, []))).toBe(true);
  });
});

describe("arranging", () => {
  it("puts me first and others last", () => {
    const draft = withSeat(withSeat([], { kind: "open" }), { kind: "me" });
    expect(draft.map((seat) => seat.kind)).toEqual(["me", "open"]);
  });
  it("removes and changes by key", () => {
    const draft = defaultSeats("bot", 3, GREEDY, []);
    const less = withoutSeat(draft, draft[1]!.key);
    expect(less.map((seat) => seat.key)).toEqual([draft[0]!.key, draft[2]!.key]);
    expect(withChange(less, draft[2]!.key, { bot: "random" })[1]!.bot).toBe("random");
  });
  it("offers names that are free", () => {
    const draft = withSeat([], { kind: "local", name: "ben " });
    expect(freeName(draft, ["Ben", "Cem"])).toBe("Cem");
    expect(freeName(draft, ["Ben"])).toBe("");
  });
});

describe("what a table lacks", () => {
  it("is nothing as usual", () => {
    expect(flawOf(defaultSeats("bot", 1, GREEDY, []), LIMITS, "Ann", false)).toBeNull();
  });
  it("is players", () => {
    expect(flawOf(defaultSeats("bot", 1, GREEDY, []), { least: 3, most: 5 }, "Ann", false)).toBe("few");
  });
  it("is a name, or one that differs", () => {
    expect(flawOf(defaultSeats("local", 1, GREEDY, []), LIMITS, "Ann", false)).toBe("nameless");
    expect(flawOf(defaultSeats("local", 1, GREEDY, ["ANN"]), LIMITS, "Ann", false)).toBe("same_name");
  });
  it("is an age that is not a number; a missing one is fine", () => {
    const [me, bot] = defaultSeats("bot", 1, GREEDY, []);
    const typed = (age: string) => flawOf([{ ...me!, age }, bot!], LIMITS, "Ann", true);
    expect(["", "9", " 40", "100", "102 ", "nine", "1000"].map(typed)).toEqual([null, null, null, null, null, "ages", "ages"]);
    expect(flawOf([{ ...me!, age: "nine" }, bot!], LIMITS, "Ann", false)).toBeNull();
  });
});

describe("ages", () => {
  it("are sent for the people at this device, if they gave theirs and the table asks", () => {
    let draft = defaultSeats("local", 1, GREEDY, ["Ben"]);
    draft = withSeat(withChange(draft, draft[1]!.key, { age: " 9 " }), { kind: "bot", bot: "greedy" });
    expect(wishesOf(draft, true)).toEqual([{ kind: "me" }, { kind: "local", name: "Ben", age: 9 }, { kind: "bot", bot: "greedy" }]);
    expect(wishesOf(draft)[1]).toEqual({ kind: "local", name: "Ben" });
    expect(wishesOf(withChange(draft, draft[1]!.key, { age: "104" }), true)[1]).toEqual({ kind: "local", name: "Ben", age: 104 });
  });
});
