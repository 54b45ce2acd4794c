import { expect, test } from "vitest";
import type { EnoughPlayerView } from "../../generated/closecall";
import { player as anyPlayer, table } from "./fixtures";
import { difference, flightOfFirst, flights, holderOfFirst } from "./flights";

function player(face_up: number, hand_size: number, known: number[] = [], hand: number[] | null = null): EnoughPlayerView {
  return anyPlayer({ face_up, hand_size, known, hand });
}

test("a drawn card comes from the deck, and only its owner sees it", () => {
  const before = table([player(5, 1, [], [3]), player(6, 1)]);
  expect(flights(before, table([player(5, 2, [], [3, 9]), player(6, 1)], { deck_size: 39 }))).toEqual([{ from: "deck", to: "hand:0", card: 9 }]);
  expect(flights(before, table([player(5, 1, [], [3]), player(6, 2)], { deck_size: 39 }))).toEqual([{ from: "deck", to: "hand:1", card: null }]);
});

test("a face-up card is taken while filling and replaced from the deck", () => {
  const before = table([player(5, 0, [], []), player(6, 0), player(7, 0)], { acting: 1 });
  const after = table([player(5, 0, [], []), player(6, 1, [7]), player(11, 0)], { deck_size: 39 });
  expect(flights(before, after)).toEqual([
    { from: "up:2", to: "hand:1", card: 7 },
    { from: "deck", to: "up:2", card: 11 },
  ]);
});

test("another player's exchange: the card given was not seen before", () => {
  const before = table([player(5, 2, [], [1, 2]), player(6, 2), player(7, 2)], { acting: 1 });
  const after = table([player(5, 2, [], [1, 2]), player(6, 2, [7]), player(12, 2)]);
  expect(flights(before, after)).toEqual([
    { from: "up:2", to: "hand:1", card: 7 },
    { from: "hand:1", to: "up:2", card: 12 },
  ]);
});

test("my own exchange with the discard pile", () => {
  const before = table([player(5, 2, [], [1, 2]), player(6, 2)], { discard: [8, 9] });
  const after = table([player(5, 2, [9], [1, 9]), player(6, 2)], { discard: [8, 2] });
  expect(flights(before, after)).toEqual([
    { from: "pile", to: "hand:0", card: 9 },
    { from: "hand:0", to: "pile", card: 2 },
  ]);
});

test("a discarded card goes to the pile", () => {
  const before = table([player(5, 2, [], [1, 2]), player(6, 3)], { acting: 1, discard: [8] });
  expect(flights(before, table([player(5, 2, [], [1, 2]), player(6, 2)], { discard: [8, 4] }))).toEqual([{ from: "hand:1", to: "pile", card: 4 }]);
});

test("a new round deals face-up cards", () => {
  const before = table([player(5, 2), player(6, 2)]);
  expect(flights(before, table([player(1, 0), player(2, 0)], { round: 2 }))).toEqual([
    { from: "deck", to: "up:0", card: 1 },
    { from: "deck", to: "up:1", card: 2 },
  ]);
});

test("nothing has moved", () => {
  const before = table([player(5, 2, [], [1, 2])], { discard: [3] });
  expect(flights(before, before)).toEqual([]);
});

test("cards that are more", () => {
  expect(difference([7, 7, 3], [7])).toEqual([7, 3]);
});

test("First! goes from the start player to the caller, and on to the next start player", () => {
  const [begun, called, next] = [{ first: 0 }, { first: 0, caller: 2 }, { round: 2, first: 1 }].map((told) => table([player(5, 2), player(6, 2), player(7, 2)], told));
  expect([begun!, called!, next!].map(holderOfFirst)).toEqual([0, 2, 1]);
  expect(flightOfFirst(begun!, called!)).toEqual([{ from: "seat:0", to: "first", card: null }]);
  expect(flightOfFirst(called!, next!)).toEqual([{ from: "seat:2", to: "first", card: null }]);
  expect(flightOfFirst(called!, called!)).toEqual([]);
});
