import { expect, test } from "vitest";
import type { EnoughSeen } from "../../generated/closecall";
import type { BoardProps } from "../types";
import { player, seenBy, table } from "./fixtures";
import type { Spot } from "./moveBuilder";
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

const declaring = seenBy(table([player({ hand: [4, 9] }), player(), player()], { phase: "Declare", caller: 2 }), ["stay", "fold"]);
const AFTER_STAYING = ["deck", "pile 4", "pile 9", "take B 4", "take B 9"];
const staying = new Map(["stay", "fold"].map((move) => [move, { total: 18, distance: 2, then: move === "stay" ? AFTER_STAYING : [] }]));

/** A screen that asks whether to stay in, and that makes each move with one tap. */
function quickScreen() {
  const { props, told } = screen(declaring, staying);
  return { props, told, selection: new MoveSelection(() => props, () => false, () => true) };
}

/** The next point, with another menu. */
function goOn(props: { seen: EnoughSeen; selected: string | null }, menu: string[] | null, points = 1) {
  props.selected = null;
  props.seen = { ...props.seen, point: props.seen.point + points, menu };
}

test("a tap on what can be taken after staying in stays in and takes it", () => {
  const { props, selection } = quickScreen();
  expect(["deck", "pile", "up:1", "up:2", "hand:4", "stay"].map((spot) => selection.glow(spot as Spot))).toEqual(["open", "open", "open", "none", "none", "open"]);
  expect(["deck", "pile", "up:1", "up:2", "stay"].filter((spot) => selection.isAhead(spot as Spot))).toEqual(["deck", "pile", "up:1"]);
  selection.tap("deck");
  expect(props.selected).toBe("stay");
  selection.followUp();
  expect(props.selected).toBe("stay");
  goOn(props, AFTER_STAYING);
  props.active = false; // For a moment, lest a second tap chooses anything.
  selection.followUp();
  expect(props.selected).toBeNull();
  props.active = true;
  selection.followUp();
  expect(props.selected).toBe("deck");
  props.selected = null;
  selection.followUp();
  expect(props.selected).toBeNull();
});

test("a card that is taken for another one is picked, and the other one is asked for", () => {
  const { props, selection } = quickScreen();
  selection.tap("up:1");
  goOn(props, AFTER_STAYING);
  selection.followUp();
  expect([props.selected, selection.glow("up:1"), selection.missing]).toEqual([null, "picked", "give"]);
});

test("what is not on the next menu is not taken", () => {
  const { props, told, selection } = quickScreen();
  selection.tap("up:1");
  goOn(props, ["deck"]);
  selection.followUp();
  expect([props.selected, selection.isHalf, told]).toEqual([null, false, []]);
});

test("a tap is not repeated later, for another seat, or after a change of mind", () => {
  const later = quickScreen();
  later.selection.tap("deck");
  goOn(later.props, AFTER_STAYING, 2);
  later.selection.followUp();
  expect(later.props.selected).toBeNull();

  const other = quickScreen();
  other.selection.tap("deck");
  goOn(other.props, AFTER_STAYING);
  other.props.seen = { ...other.props.seen, viewer: 1 };
  other.selection.followUp();
  expect(other.props.selected).toBeNull();

  const changed = quickScreen();
  changed.selection.tap("deck");
  changed.selection.tap("fold");
  expect(changed.props.selected).toBe("fold");
  goOn(changed.props, AFTER_STAYING);
  changed.selection.followUp();
  expect(changed.props.selected).toBeNull();
});

test("who confirms every move declares first", () => {
  const { props, told } = screen(declaring, staying);
  const selection = new MoveSelection(() => props, () => false);
  selection.tap("deck");
  expect([selection.glow("deck"), props.selected, told]).toEqual(["none", null, ["why deck"]]);
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
