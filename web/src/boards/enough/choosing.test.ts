import { expect, test } from "vitest";
import type { EnoughSeen } from "../../generated/closecall";
import type { BoardProps } from "../contract";
import { Choosing } from "./choosing.svelte";
import { Placing } from "./placing.svelte";
import { player, seenBy, table } from "./tables.testing";

/** A screen that keeps what is selected and notes what it is told. */
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
  const { props, told } = screen(tuning, new Map([["take B 9", { total: 20, distance: 3 }]]));
  const choosing = new Choosing(() => props, () => false);
  expect(choosing.glow("hand:9")).toBe("open");
  choosing.tap("up:1");
  expect([props.selected, choosing.glow("up:1"), choosing.glow("deck"), choosing.missing]).toEqual([null, "picked", "none", "give"]);
  expect(choosing.preview("hand:9")).toEqual({ total: 20, distance: 3 });
  choosing.tap("hand:9");
  expect(props.selected).toBe("take B 9");
  choosing.tap("hand:4");
  expect(props.selected).toBe("take B 4");
  choosing.tap("up:1");
  expect(told).toEqual(["confirm take B 4"]);
});

test("half of a choice can be dropped", () => {
  const { props } = screen(tuning);
  const choosing = new Choosing(() => props, () => false);
  choosing.tap("up:1");
  expect([choosing.isHalf, choosing.missing]).toEqual([true, "give"]);
  choosing.drop();
  expect([choosing.isHalf, choosing.missing, choosing.glow("up:1")]).toEqual([false, null, "open"]);
});

test("what is asked about is not confirmed by a second tap", () => {
  const { props, told } = screen(tuning);
  const choosing = new Choosing(() => props, (move) => move === "call");
  choosing.tap("call");
  choosing.tap("call");
  expect([props.selected, told]).toEqual(["call", []]);
});

test("a tap that leads nowhere asks why", () => {
  const { props, told } = screen(tuning);
  const choosing = new Choosing(() => props, () => false);
  choosing.tap("pile");
  choosing.tap("up:0");
  expect(told).toEqual(["why pile 4", "why take A 4"]);
});

test("whoever has nothing to choose taps in vain", () => {
  const { props, told } = screen(tuning);
  const choosing = new Choosing(() => ({ ...props, active: false }), () => false);
  choosing.tap("deck");
  expect([props.selected, told, choosing.glow("deck")]).toEqual([null, [], "none"]);
});

test("a token is put on a card, changes it, and is taken back", () => {
  const tokens = [{ one: "double", other: "lock" } as const, { one: "ignore", other: "nudge" } as const];
  const menu = ["total", ...["up", "4", "9"].flatMap((card) => [`total dl:d@${card}`, `total in:i@${card}`, `total in:n+@${card}`]), "total dl:d@up in:i@9"];
  const { props } = screen(seenBy(table([player({ hand: [4, 9], tokens })], { phase: "Totalling", acting: null }), menu));
  const placing = new Placing(() => props);
  placing.tapToken("dl");
  expect([placing.glowOfToken("dl"), placing.glowOfCard(0)]).toEqual(["picked", "open"]);
  placing.tapCard(0);
  expect(props.selected).toBe("total dl:d@up"); // There is only one thing it can do.
  expect(placing.left).toEqual(["in"]);
  placing.tapCard(2);
  placing.tapToken("in");
  expect(props.selected).toBe("total dl:d@up in:i@9");
  placing.tapCard(0);
  expect(props.selected).toBe("total in:i@9");
  placing.tapCard(2);
  expect(props.selected).toBe("total");
  placing.tapToken("in");
  placing.tapCard(1);
  expect(placing.changes.map(({ change }) => change)).toEqual(["i", "n+"]);
});
