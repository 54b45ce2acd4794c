// The log of a game in words. What only its owner saw is not told to anybody else.

import type { EnoughSeen, EnoughTarget, EnoughToken } from "../../generated/closecall";
import { say } from "../../lib/language.svelte";
import type { Outcome } from "../draws";
import { parse } from "./notation";

export function outcomeText(outcome: Outcome, before: EnoughSeen | null, names: readonly string[]): string {
  const view = before?.view;
  const acting = view?.acting ?? null;
  const isOwn = acting !== null && view?.viewer === acting;
  const name = acting === null ? "" : (names[acting] ?? "");
  if (outcome.is === "DrawnTarget") {
    const { number } = outcome.target as EnoughTarget;
    return isOwn ? say("board.enough.log.target_seen", { name, target: number }) : say("board.enough.log.target", { name });
  }
  if (outcome.is === "DrawnToken") {
    const { one, other } = outcome.token as EnoughToken;
    return say("board.enough.log.token", { name, one: say(`ability.${one}`), other: say(`ability.${other}`) });
  }
  const card = outcome.card as number;
  if (view?.phase === "DealFaceUp") return say("board.enough.log.face_up", { name, card });
  if (view?.phase === "ReplaceFaceUp") {
    const owner = view.players.findIndex((player) => player.face_up === null);
    return say("board.enough.log.face_up", { name: names[owner] ?? "", card });
  }
  return isOwn ? say("board.enough.log.card_seen", { name, card }) : say("board.enough.log.card", { name });
}

export function moveText(text: string, name: string, names: readonly string[]): string {
  const move = parse(text);
  if (move === null) return `${name}: ${text}`;
  switch (move.kind) {
    case "take":
      return say("board.enough.log.take", { name, owner: names[move.owner] ?? "" });
    case "swap":
      return say("board.enough.log.swap", { name, owner: names[move.owner] ?? "", card: move.give });
    case "pile":
      return say("board.enough.log.pile", { name, card: move.give });
    case "drop":
      return say("board.enough.log.drop", { name, card: move.card });
    case "silence":
      return say("board.enough.log.silence", { name, other: names[move.whom] ?? "" });
    case "out":
      return say("board.enough.log.back_out", { name });
    case "total":
      return say("board.enough.log.total", { name, n: move.uses.length });
    default:
      return say(`board.enough.log.${move.kind}`, { name });
  }
}
