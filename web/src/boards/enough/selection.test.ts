import { expect, test } from "vitest";
import type { EnoughSeen } from "../../generated/closecall";
import type { BoardProps } from "../types";
import { player, seenBy, table } from "./fixtures";
import { MoveSelection } from "./selection.svelte";
import { TokenPlacement } from "./tokenPlacement.svelte";

/** A screen that keeps the selection and records calls. */
function screen(seen: EnoughSeen, effects: BoardProps<"enough">["effects"] = null) {
  const told: string[] = [];
  const props = {
    seen, names: ["Ann", "Ben", "Cleo"], effects, selected: null as string | null, sealed: null, active: true, large: false,
    select: (move: string | null) => void (props.selected = move),
    confirm: () => void told.push(`confirm ${props.selected}`),
    why: (move: string) => void told.push(`why ${move}`),
  };
  return { props, told };
}

const tuning = seenBy(table([player({ hand: [4, 9] }), player(), player()]), ["deck", "take B 4", "take B 9", "call"]);

test("two taps make an exchange, a third confirms it", () => {
  const { props, told } = screen(tuning, new Map([["take B 9", { total: 20, distance: 3, then: [] }]]));
  const selection = new MoveSelection(() => props, () => false);
  expect(selection.glow("hand:9")).toBe("open");
  selection.tap("up:1");
  expect([props.selected, selection.glow("up:1"), selection.glow("deck"), selection.missing]).toEqual([null, "picked", "none", "give"]);
  expect(selection.preview("hand:9")).toEqual({ total: 20, distance: 3, then: [] });
  selection.tap("hand:9");
  expect(props.selected).toBe("take B 9");
  selection.tap("hand:4");
  expect(props.selected).toBe("take B 4");
  selection.tap("up:1");
  expect(told).toEqual(["confirm take B 4"]);
});

test("half of a choice can be dropped", () => {
  const { props } = screen(tuning);
  const selection = new MoveSelection(() => props, () => false);
  selection.tap("up:1");
  expect([selection.isHalf, selection.missing]).toEqual([true, "give"]);
  selection.drop();
  expect([selection.isHalf, selection.missing, selection.glow("up:1")]).toEqual([false, null, "open"]);
});

test("a second tap does not confirm a move that needs a confirmation", () => {
  const { props, told } = screen(tuning);
  const selection = new MoveSelection(() => props, (move) => move === "call");
  selection.tap("call");
  selection.tap("call");
  expect([props.selected, told]).toEqual(["call", []]);
});

test("a tap that leads nowhere asks why", () => {
  const { props, told } = screen(tuning);
  const selection = new MoveSelection(() => props, () => false);
  selection.tap("pile");
  selection.tap("up:0");
  expect(told).toEqual(["why pile 4", "why take A 4"]);
});

test("taps do nothing while there is nothing to choose", () => {
  const { props, told } = screen(tuning);
  const selection = new MoveSelection(() => ({ ...props, active: false }), () => false);
  selection.tap("deck");
  expect([props.selected, told, selection.glow("deck")]).toEqual([null, [], "none"]);
});

test("a token is put on a card, changes it, and is taken back", () => {
  const tokens = [{ one: "double", other: "lock" } as const, { one: "ignore", other: "nudge" } as const];
  const menu = ["total", ...["up", "4", "9"].flatMap((card) => [`total dl:d@${card}`, `total in:i@${card}`, `total in:n+@${card}`]), "total dl:d@up in:i@9"];
  const { props } = screen(seenBy(table([player({ hand: [4, 9], tokens })], { phase: "Totalling", acting: null }), menu));
  const placement = new TokenPlacement(() => props);
  placement.tapToken("dl");
  expect([placement.glowOfToken("dl"), placement.glowOfCard(0)]).toEqual(["picked", "open"]);
  placement.tapCard(0);
  expect(props.selected).toBe("total dl:d@up"); // Only one change is possible.
  expect(placement.left).toEqual(["in"]);
  placement.tapCard(2);
  placement.tapToken("in");
  expect(props.selected).toBe("total dl:d@up in:i@9");
  placement.tapCard(0);
  expect(props.selected).toBe("total in:i@9");
  placement.tapCard(2);
  expect(props.selected).toBe("total");
  placement.tapToken("in");
  placement.tapCard(1);
  expect(placement.changes.map(({ change }) => change)).toEqual(["i", "n+"]);
});
