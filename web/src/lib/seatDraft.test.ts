import { describe, expect, it } from "vitest";
import { agesOf, flawOf, freeName, isComplete, defaultSeats, wishesOf, withBots, withChange, withoutSeat, withSeat } from "./seatDraft";

const LIMITS = { least: 1, most: 5 };

describe("the seats of one tap", () => {
  it("are me and one bot", () => {
    expect(wishesOf(defaultSeats("bot", 1, "greedy", []))).toEqual([{ kind: "me" }, { kind: "bot", bot: "greedy" }]);
  });
  it("have the bot that the server knows", () => {
    const draft = withBots(defaultSeats("bot", 3, "greedy", []), "medium");
    expect(wishesOf(draft)).toEqual([{ kind: "me" }, { kind: "bot", bot: "medium" }, { kind: "bot", bot: "medium" }]);
  });
  it("are as many as the game needs", () => {
    const draft = defaultSeats("bot", 3, "greedy", []);
    expect(draft.map((seat) => seat.kind)).toEqual(["me", "bot", "bot"]);
    expect(new Set(draft.map((seat) => seat.key)).size).toBe(3);
  });
  it("have names at one device", () => {
    expect(wishesOf(defaultSeats("local", 3, "greedy", ["Ben", "Cem"]))).toEqual([
      { kind: "me" },
      { kind: "local", name: "Ben" },
      { kind: "local", name: "Cem" },
    ]);
  });
  it("are one seat for somebody alone", () => {
    expect(wishesOf(defaultSeats("alone", 1, "greedy", []))).toEqual([{ kind: "me" }]);
  });
  it("wait for friends", () => {
    expect(isComplete(defaultSeats("friends", 1, "greedy", []))).toBe(false);
    expect(isComplete(defaultSeats("bot", 1, "greedy", []))).toBe(true);
  });
});

describe("arranging", () => {
  it("puts me first and others last", () => {
    const draft = withSeat(withSeat([], { kind: "open" }), { kind: "me" });
    expect(draft.map((seat) => seat.kind)).toEqual(["me", "open"]);
  });
  it("removes and changes by key", () => {
    const draft = defaultSeats("bot", 3, "greedy", []);
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
    expect(flawOf(defaultSeats("bot", 1, "greedy", []), LIMITS, "Ann", false)).toBeNull();
  });
  it("is players", () => {
    expect(flawOf(defaultSeats("bot", 1, "greedy", []), { least: 3, most: 5 }, "Ann", false)).toBe("few");
  });
  it("is a name, or one that differs", () => {
    expect(flawOf(defaultSeats("local", 1, "greedy", []), LIMITS, "Ann", false)).toBe("nameless");
    expect(flawOf(defaultSeats("local", 1, "greedy", ["ANN"]), LIMITS, "Ann", false)).toBe("same_name");
  });
  it("is an age", () => {
    let draft = defaultSeats("bot", 1, "greedy", []);
    draft = withChange(draft, draft[0]!.key, { age: "9" });
    expect(flawOf(draft, LIMITS, "Ann", true)).toBe("ages");
    draft = withChange(draft, draft[1]!.key, { age: " 40" });
    expect(agesOf(draft)).toEqual([9, 40]);
    expect(flawOf(draft, LIMITS, "Ann", true)).toBeNull();
  });
});
