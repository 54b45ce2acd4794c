import { expect, it } from "vitest";
import { CAST, GAMES } from "../generated/closecall";
import { games } from "../boards/registry";
import { plainBot } from "./bots";
import { castOf, characterOf, levelsOf, nextOpponent, opponentsOf } from "./cast";

const slugs = (found: readonly { readonly slug: string }[]) => found.map(({ slug }) => slug);

it("every game has characters at four levels, weakest first", () => {
  for (const game of games) {
    expect(levelsOf(game)).toEqual(["easy", "medium", "hard", "expert"]);
    expect(castOf(GAMES[game].bots)).toEqual(CAST);
  }
  expect(slugs(castOf(["easy", "greedy"]))).toEqual(["pip", "momo"]);
});

it("the plain bot of a game without characters is its usual one, or its weakest", () => {
  expect(plainBot(["cautious", "greedy", "random"])).toBe("greedy");
  expect(plainBot(["cautious", "random"])).toBe("random");
});

it("everybody gets a turn, and two opponents are different", () => {
  expect(slugs(opponentsOf("easy", 1))).toEqual(["pip"]);
  expect(slugs(opponentsOf("easy", 1, "pip"))).toEqual(["momo"]);
  expect(slugs(opponentsOf("easy", 1, "momo"))).toEqual(["pip"]);
  expect(slugs(opponentsOf("easy", 2))).toEqual(["pip", "momo"]);
  expect(slugs(opponentsOf("easy", 1, "edda"))).toEqual(["pip"]);
  expect(opponentsOf("unheard of", 2)).toEqual([]);
});

it("the next opponent at a table is not there yet, if possible", () => {
  expect(nextOpponent("hard", [])?.slug).toBe("iris");
  expect(nextOpponent("hard", ["iris"])?.slug).toBe("otto");
  expect(nextOpponent("hard", ["iris", "otto"])?.slug).toBe("iris");
  expect(nextOpponent("unheard of", [])).toBeUndefined();
});

it("characters of a newer server are unknown", () => {
  expect(characterOf("vega")?.name).toBe("Vega");
  expect(characterOf("newcomer")).toBeUndefined();
  expect(characterOf(null)).toBeUndefined();
});
