// Cards, tokens, lots and moves in words.

import type { EnoughChange, EnoughLotView, EnoughPlayerView, EnoughSeen, EnoughTarget, EnoughToken, EnoughView } from "../../generated/closecall";
import { say } from "../../lib/language.svelte";
import { list } from "../../lib/names";
import type { Outcome } from "../draws";
import type { MoveDescription } from "../types";
import { holderOfFirst } from "./flights";
import { abilitiesOf, abilityOfChange, codeOf, parse, type Move, type TokenCode, type Use } from "./notation";

export function stars(n: number): string {
  return say("board.enough.stars", { n });
}

/** "double/lock" */
export function tokenName(token: TokenCode): string {
  const [one, other] = abilitiesOf(token);
  return `${say(`ability.${one}`)}/${say(`ability.${other}`)}`;
}

export function abilityName(change: EnoughChange): string {
  return say(`ability.${abilityOfChange(change)}`);
}

/** "double", "nudge +1" */
function changeName(change: EnoughChange): string {
  const ability = abilityName(change);
  return change === "n+" ? `${ability} +1` : change === "n-" ? `${ability} −1` : ability;
}

/** How a change is drawn on a card. */
export function changeSign(change: EnoughChange): string {
  return { s: "−", d: "×2", i: "×0", "n+": "+1", "n-": "−1" }[change];
}

export function lotText({ total, distance }: EnoughLotView): string[] {
  if (total === null) return [];
  return [say("board.enough.total", { total }), ...(distance === null ? [] : [distanceText(distance)])];
}

function distanceText(distance: number): string {
  return distance === 0 ? say("board.enough.exact") : say("board.enough.away", { distance });
}

/** No wider than a card. */
export function shortDistanceText(distance: number): string {
  return distance === 0 ? say("board.enough.exact") : say("board.enough.away_short", { distance });
}

export function targetText({ number, stars: worth }: EnoughTarget): string {
  return say("board.enough.target_plain", { number, stars: stars(worth) });
}

export function ownTargetText({ number, stars: worth }: EnoughTarget): string {
  return say("board.enough.target", { number, stars: stars(worth) });
}

/** "7, 12 and one unknown card": what everyone knows of a hand. */
export function handText({ hand_size, known }: EnoughPlayerView): string {
  const unknown = hand_size - known.length;
  const parts = [...known.map(String), ...(unknown > 0 ? [say("board.enough.unknown_cards", { n: unknown })] : [])];
  return parts.length === 0 ? say("board.enough.hand_empty") : say("board.enough.hand_of", { cards: list(parts) });
}

/** Everything in front of a player, for screen readers. */
export function playerText(seen: EnoughSeen, seat: number, name: string): string {
  const player = seen.view.players[seat]!;
  const tokens = player.tokens.map((token) => tokenName(codeOf(token)));
  const used = player.used.map((token) => tokenName(codeOf(token)));
  return [
    `${name}: ${stars(player.stars)}`,
    ...(player.face_up === null ? [] : [say("board.enough.face_up", { card: player.face_up })]),
    ...(player.locked ? [say("board.enough.locked")] : []),
    handText(player),
    tokens.length > 0 ? say("board.enough.tokens_of", { tokens: list(tokens) }) : say("board.enough.no_tokens"),
    ...(used.length > 0 ? [say("board.enough.used_of", { tokens: list(used) })] : []),
    ...(player.stance === "playing" ? [] : [say(`board.enough.stance.${player.stance}`)]),
    ...(player.silenced ? [say("board.enough.silenced")] : []),
    ...(holderOfFirst(seen.view) === seat ? [sideOfFirst(seen.view).means] : []),
    ...(seen.view.acting === seat ? [say("board.enough.acting")] : []),
  ].join(". ");
}

/** The side of First! that is up: the caller turns it over. */
export function sideOfFirst({ caller }: EnoughView): { readonly text: string; readonly means: string } {
  const side = caller === null ? "first" : "callin";
  return { text: say(`board.enough.${side}`), means: say(`board.enough.${side}_means`) };
}

export function useText({ token, change, card }: Use): string {
  const facts = { change: changeName(change), token: tokenName(token) };
  return card === null ? say("board.enough.use_up", facts) : say("board.enough.use", { ...facts, card });
}

/** What a move does, in words. */
export function describe(seen: EnoughSeen, text: string, effect: EnoughLotView | null, names: readonly string[]): MoveDescription {
  const move = parse(text);
  if (move === null) return { title: text, details: [], warning: null };
  const warning = move.kind === "fold" && effect?.distance === 0 ? say("board.enough.fold_exact") : null;
  const lot = effect ? lotText(effect) : [];
  return { title: titleOf(seen, move, names), details: [...lot, ...consequences(seen, move.kind)], warning };
}

function titleOf({ view, viewer }: EnoughSeen, move: Move, names: readonly string[]): string {
  const own = viewer === null ? null : view.players[viewer];
  const upOf = (seat: number) => ({ name: names[seat] ?? "", card: view.players[seat]?.face_up ?? "" });
  switch (move.kind) {
    case "deck":
    case "call":
    case "stay":
    case "fold":
    case "show":
    case "keep":
      return say(`board.enough.do.${move.kind}`);
    case "take":
      return say("board.enough.do.take", upOf(move.owner));
    case "swap":
      return say("board.enough.do.swap", { ...upOf(move.owner), give: move.give });
    case "pile":
      return say("board.enough.do.pile", { card: view.discard.at(-1) ?? "", give: move.give });
    case "drop":
      return say("board.enough.do.drop", { card: move.card });
    case "lock":
      return say("board.enough.do.lock", { card: own?.face_up ?? "", token: tokenName(move.token) });
    case "silence":
      return say("board.enough.do.silence", { name: names[move.whom] ?? "", token: tokenName(move.token) });
    case "out":
      return say("board.enough.do.out", { token: tokenName(move.token) });
    case "pass":
      return passText(view.phase);
    case "total":
      return move.uses.length === 0 ? say("board.enough.do.total") : list(move.uses.map(useText));
  }
}

/** What passing means depends on the phase. */
export function passText(phase: string): string {
  switch (phase) {
    case "NewFaceUp":
      return say("board.enough.do.no_lock");
    case "BackingOut":
      return say("board.enough.do.stand_by");
    default:
      return say("board.enough.do.end_turn");
  }
}

/** What a move leads to, so that nobody has to know the rules by heart. */
export function consequences({ view, viewer }: EnoughSeen, kind: Move["kind"]): string[] {
  const own = viewer === null ? null : view.players[viewer];
  switch (kind) {
    case "deck":
      return own && own.hand_size >= 2 ? [say("board.enough.then_drop")] : [];
    case "call":
      return own?.target ? [say("board.enough.call_means", { stars: stars(own.target.stars) })] : [];
    case "stay":
      return [say("board.enough.stay_means")];
    case "fold":
      // In the advanced variant a caller who backs out also pays those who folded (E13).
      return [say(view.advanced ? "board.enough.fold_means_advanced" : "board.enough.fold_means")];
    case "lock":
      return [say("board.enough.lock_means")];
    case "silence":
      return [say("board.enough.silence_means")];
    case "out":
      return [say("board.enough.out_means")];
    default:
      return [];
  }
}

/** What the viewer has to do now. */
export function prompt({ view, viewer, menu }: EnoughSeen, names: readonly string[]): string | null {
  const own = viewer === null ? null : view.players[viewer];
  if (!own || menu === null) return null;
  switch (view.phase) {
    case "Turn":
      if (own.hand_size < 2) return say("board.enough.ask.fill");
      if (own.stance === "stayed") return say("board.enough.ask.last_tune");
      return menu.includes("call") ? say("board.enough.ask.tune") : say("board.enough.ask.tune_only");
    case "GiveUp":
      return say("board.enough.ask.drop");
    case "NewFaceUp":
      return say("board.enough.ask.lock", { card: own.face_up ?? "" });
    case "EndOfTurn":
      return say("board.enough.ask.end");
    case "Declare":
      return say("board.enough.ask.declare", { name: names[view.caller ?? -1] ?? "" });
    case "BackingOut":
      return say("board.enough.ask.back_out");
    case "Totalling":
      return say("board.enough.ask.total");
    case "Showing":
      return say("board.enough.ask.show");
    default:
      return null;
  }
}

/** A draw of the log, without what only its owner saw. */
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

/** A move of the log. */
export function moveText(text: string, seat: number, _: EnoughSeen | null, names: readonly string[]): string | null {
  const [move, name] = [parse(text), names[seat] ?? ""];
  if (move === null) return null;
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
