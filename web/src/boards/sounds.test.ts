import { expect, it } from "vitest";
import type { EnoughSeen, QwixxSeen } from "../generated/closecall";
import { ofCards, ofDice } from "./sounds";

const dice = (point: number, dice: object | null, sheets: number[] = []) => ({ point, view: { dice, sheets } }) as unknown as QwixxSeen;
const cards = (deck: number, faceUp: number) =>
  ({ view: { deck_size: deck, discard: [], players: [{ face_up: faceUp, hand_size: 2 }] } }) as unknown as EnoughSeen;

it("a roll and what was written before it are heard", () => {
  expect(ofDice(dice(1, { white: [1, 2] }), dice(2, { white: [3, 3] }, [1]))).toEqual(["cross", "roll"]);
  expect(ofDice(dice(1, null), dice(2, { white: [3, 3] }))).toEqual(["roll"]);
  expect(ofDice(dice(1, { white: [1, 2] }), dice(2, null, [1]))).toEqual(["cross"]);
});

it("nothing is heard while others choose", () => {
  expect(ofDice(dice(1, null), dice(1, { white: [3, 3] }))).toEqual([]);
  expect(ofCards(cards(30, 7), cards(30, 7))).toEqual([]);
});

it("cards are heard wherever they move", () => {
  expect(ofCards(cards(30, 7), cards(29, 7))).toEqual(["card"]);
  expect(ofCards(cards(30, 7), cards(30, 9))).toEqual(["card"]);
});
