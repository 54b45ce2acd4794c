// What has happened between two views, in sentences and sounds.

import type { EnoughRoundEnd, EnoughSeen, EnoughShown } from "../../generated/closecall";
import { isSameJson } from "../../lib/json";
import { say } from "../../lib/language.svelte";
import { list } from "../../lib/names";
import { signed } from "../../lib/scores";
import type { Sound } from "../../lib/sound";
import { flights, type Flight } from "./flights";
import { newlyShown } from "./roundEnds";
import { lotText, stars } from "./texts";

/** Without the viewer's new target, which the board announces once it is taken. */
export function announcements(before: EnoughSeen | null, after: EnoughSeen, names: readonly string[]): string[] {
  if (before === null) return [];
  if (isForAll(before, after)) {
    const { last, round } = after.view;
    const end = last && hasEnded(before, after) ? endText(last, names) : [];
    // The board has told the viewer what they show themselves.
    const others = newlyShown(before.view.last, last).filter((seat) => seat !== after.viewer);
    const shown = others.map((seat) => showText(names[seat] ?? "", last!.standings[seat]!.shown!));
    const begins = before.view.round === round ? [] : [say("board.enough.news.round", { round })];
    return [...end, ...shown, ...begins];
  }
  const moved = flights(before.view, after.view).map((flight) => flightText(flight, after.viewer, names));
  return [...moved, ...changesOf(before, after, names)].filter((line) => line !== "");
}

/** A card that moves is heard. */
export function sounds(before: EnoughSeen, after: EnoughSeen): readonly Sound[] {
  const cards = ({ view }: EnoughSeen) => [view.deck_size, view.discard, view.players.map((player) => [player.face_up, player.hand_size])];
  return isSameJson(cards(before), cards(after)) ? [] : ["card"];
}

/** Whether a round has ended or begun, which everybody watches. */
export function isForAll(before: EnoughSeen, after: EnoughSeen): boolean {
  return before.view.round !== after.view.round || hasEnded(before, after);
}

function hasEnded(before: EnoughSeen, after: EnoughSeen): boolean {
  return before.view.last?.round !== after.view.last?.round;
}

/** Whether the viewer has drawn a card from the deck, unseen by the others. */
export function hasDrawn(before: EnoughSeen, after: EnoughSeen): boolean {
  if (before.viewer !== after.viewer || before.view.round !== after.view.round) return false;
  return flights(before.view, after.view).some(({ from, to }) => from === "deck" && to === `hand:${after.viewer}`);
}

function flightText({ from, to, card }: Flight, viewer: number | null, names: readonly string[]): string {
  const [source, giver = ""] = from.split(":");
  const [goal, taker = ""] = to.split(":");
  const facts = { name: names[Number(taker || giver)] ?? "", other: names[Number(giver)] ?? "", card: card ?? "" };
  if (goal === "hand") {
    if (source === "up") return say("board.enough.news.take", facts);
    if (source === "pile") return say("board.enough.news.pile", facts);
    if (card !== null && Number(taker) === viewer) return say("board.enough.news.drawn", { card });
    return say("board.enough.news.draw", facts);
  }
  if (goal === "pile") return say("board.enough.news.drop", facts);
  return say("board.enough.news.up", facts);
}

function changesOf(before: EnoughSeen, after: EnoughSeen, names: readonly string[]): string[] {
  return after.view.players.flatMap((player, seat) => {
    const was = before.view.players[seat]!;
    const name = names[seat] ?? "";
    const lines: string[] = [];
    if (player.stance !== was.stance && player.stance !== "playing") lines.push(say(`board.enough.news.${player.stance}`, { name }));
    if (player.lock_token && !was.lock_token) lines.push(say("board.enough.news.lock", { name }));
    if (player.silenced && !was.silenced) lines.push(say("board.enough.news.silenced", { name }));
    if (after.view.backed_out && !before.view.backed_out && after.view.caller === seat) lines.push(say("board.enough.news.out", { name }));
    return lines;
  });
}

/** How a round ended, in one sentence. */
export function outcomeText(end: EnoughRoundEnd, names: readonly string[]): string {
  if (end.caller === null) return say("board.enough.end.no_call");
  const name = names[end.caller] ?? "";
  if (end.backed_out) return say("board.enough.end.backed_out", { name });
  if (!end.won) return say("board.enough.end.beaten", { name });
  const isUnseen = end.standings.every(({ stance }) => stance === "called" || stance === "folded");
  return isUnseen ? say("board.enough.end.unseen", { name }) : say("board.enough.end.won", { name });
}

/** What somebody shows who need not (E14). */
export function showText(name: string, { hand, target, total, distance }: Pick<EnoughShown, "hand" | "target" | "total" | "distance">): string {
  const facts = { name, cards: list(hand.map(String)), target: target.number, total };
  return distance === 0 ? say("board.enough.news.shows_exact", facts) : say("board.enough.news.shows", { ...facts, distance });
}

/** How a round ended for everybody. */
export function endText(end: EnoughRoundEnd, names: readonly string[]): string[] {
  const lines = end.standings.map((standing, seat) => {
    const lot = standing.shown ? lotText(standing.shown) : [];
    const gain = standing.change === 0 ? [] : [signed(standing.change)];
    return [`${names[seat] ?? ""}: ${stars(standing.stars)}`, ...gain, ...lot].join(", ");
  });
  return [outcomeText(end, names), ...lines];
}
