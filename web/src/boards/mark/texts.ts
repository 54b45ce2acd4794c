// Circles, moves and events in words.

import type { MarkColour, MarkEffect, MarkScore, MarkSeen, MarkView } from "../../generated/closecall";
import { say } from "../../lib/language.svelte";
import { rollText } from "../../lib/logText";
import { list } from "../../lib/names";
import type { Outcome } from "../draws";
import type { MoveDescription } from "../types";
import { circleName, circlesAt, COLOURS, coloursOf, dieOf, NAMES, parseColour, parseEntry, ROUNDS, SIZE, sumWith, type Entry } from "./notation";
import { freshCircles, numbersOf, type CircleLook } from "./sheet";

/** The letter beside a colour, in the reader's language: colour alone never carries meaning. */
export function letterOf(colour: MarkColour): string {
  const name = NAMES[colour];
  return say(`page.letter.${name}`);
}

export function colourText(colour: MarkColour): string {
  return say(`colour.${NAMES[colour]}`);
}

export function score(points: number): string {
  return say("board.mark.points", { n: points });
}

/** What an entry brings: "+3 for 2 crosses", "+2 for extremes". */
export function gains(effect: MarkEffect): readonly string[] {
  const { crosses, from_lines, from_extremes } = effect;
  const found = [
    ...(crosses.length > 0 ? [say("board.mark.gain_crosses", { n: crosses.length, points: from_lines })] : []),
    ...(from_extremes > 0 ? [say("board.mark.gain_extremes", { points: from_extremes })] : []),
  ];
  return found.length > 0 ? found : [say("board.mark.gain_nothing")];
}

export function describe(seen: MarkSeen, move: string, effect: MarkEffect | null): MoveDescription {
  const colour = parseColour(move);
  if (colour) return { title: say("board.mark.take", { colour: colourText(colour) }), details: [], warning: null };
  const entry = parseEntry(move);
  const { view } = seen;
  const own = view.viewer === null ? null : (view.sheets[view.viewer]?.colour ?? null);
  if (!entry || own === null) return { title: move, details: [], warning: null };
  const number = effect?.number ?? sumWith(view, own, entry.die) ?? "";
  const where = coloursOf(view)[entry.circle] ?? own;
  return {
    title: say("board.mark.write", { number, circle: circleName(entry.circle), colour: colourText(where) }),
    details: effect ? gains(effect) : [],
    warning: null,
  };
}

/** The only entry, if there is no other: the last circle of a sheet that is not of its own colour. */
export function forcedMove({ view, menu }: MarkSeen): string | null {
  return view.choosing === null && menu?.length === 1 ? menu[0]! : null;
}

export function prompt(seen: MarkSeen): string | null {
  const { view, menu } = seen;
  if (menu === null || view.viewer === null) return null;
  if (view.choosing === view.viewer) return say("board.mark.choose");
  if (forcedMove(seen) !== null) return say("board.mark.only");
  const own = view.sheets[view.viewer]?.colour;
  return own && view.dice ? say("board.mark.enter", { colour: colourText(own) }) : null;
}

export function announcements(before: MarkSeen | null, after: MarkSeen, names: readonly string[]): readonly string[] {
  const [old, now] = [before?.view ?? null, after.view];
  return [...colourNews(old, now, names), ...entryNews(old, now, names), ...rollNews(old, now, names)];
}

function colourNews(old: MarkView | null, now: MarkView, names: readonly string[]): readonly string[] {
  if (!old) return [];
  return now.sheets.flatMap(({ colour }, seat) =>
    colour && !old.sheets[seat]?.colour ? [say("board.mark.plays", { name: names[seat] ?? "", colour: colourText(colour) })] : [],
  );
}

// One line for all players, because only the last few lines are kept.
function entryNews(old: MarkView | null, now: MarkView, names: readonly string[]): readonly string[] {
  if (!old) return [];
  const written = now.sheets.flatMap(({ numbers, score: { total } }, seat) =>
    [...freshCircles(old.sheets[seat]?.numbers ?? [], numbers)].map((circle) =>
      say("board.mark.wrote", { name: names[seat] ?? "", number: numbers[circle] ?? 0, circle: circleName(circle), points: score(total) }),
    ),
  );
  return written.length > 0 ? [written.join(" ")] : [];
}

function rollNews(old: MarkView | null, now: MarkView, names: readonly string[]): readonly string[] {
  const isNew = now.dice !== null && (old === null || old.dice === null || old.round !== now.round);
  return isNew ? [say("board.mark.rolled", { round: now.round + 1, rounds: ROUNDS, name: names[now.roller ?? 0] ?? "", dice: diceText(now) })] : [];
}

/** "black 3, blue 5, …". */
export function diceText(view: MarkView): string {
  return COLOURS.map((colour) => dieText(colour, dieOf(view, colour) ?? 0)).join(", ");
}

/** Crosses and line scores, for screen readers. */
export function lineText({ crosses, lines }: MarkScore): string {
  const pairs = crosses.flatMap((isCrossed, box) => (isCrossed ? [circlesAt(box).map(circleName).join("–")] : []));
  return [
    say("board.mark.line_points", { rows: lines.slice(0, SIZE).join(", "), columns: lines.slice(SIZE).join(", ") }),
    ...(pairs.length > 0 ? [say("board.mark.crossed", { pairs: pairs.join(", ") })] : []),
  ].join(" ");
}

/** Everything about a circle, for screen readers. */
export function circleText(look: CircleLook, effect: MarkEffect | null): string {
  const parts = [look.name, colourText(look.colour)];
  if (look.isOwn) parts.push(say("board.mark.own_colour"));
  if (look.number > 0) parts.push(String(look.number), ...(look.isFresh ? [say("board.mark.fresh")] : []));
  else if (look.sealed !== null) parts.push(say("board.mark.sealed", { number: look.sealed }));
  else parts.push(say("board.mark.empty"), ...offerText(look, effect));
  return parts.join(", ");
}

function offerText({ offers, selected }: CircleLook, effect: MarkEffect | null): readonly string[] {
  const offer = selected ?? (offers.length === 1 ? offers[0] : undefined);
  if (offers.length === 0) return [];
  if (!offer) return [say("board.mark.would_be_one_of", { numbers: list(numbersOf(offers).map(String)) })];
  return [
    say(selected ? "board.mark.selected" : "board.mark.would_be", { number: offer.number }),
    ...(effect ? gains(effect) : []),
  ];
}

/** A draw of the log. */
export function outcomeText(outcome: Outcome, before: MarkSeen | null, names: readonly string[]): string {
  const dice = (outcome.dice as readonly number[]).map((number, at) => dieText(COLOURS[at]!, number));
  return rollText(dice, names[before?.view.roller ?? -1]);
}

/** A move of the log. */
export function moveText(move: string, seat: number, before: MarkSeen | null, names: readonly string[]): string | null {
  const name = names[seat] ?? "";
  const entry = parseEntry(move);
  if (entry) return entryText(entry, name, before?.view ?? null, seat);
  const colour = parseColour(move);
  return colour && say("board.mark.log.colour", { name, colour: colourText(colour) });
}

function entryText({ circle, die }: Entry, name: string, view: MarkView | null, seat: number): string {
  const [column = "", row = ""] = circleName(circle);
  const place = { name, row, column };
  const own = view?.sheets[seat]?.colour ?? null;
  const number = view && sumWith(view, own, die);
  if (number === null || view === null || own === null) return say("board.mark.log.fill", place);
  const [mine, other] = [own, die].map((colour) => dieText(colour, dieOf(view, colour) ?? 0));
  return say("board.mark.log.enter", { ...place, number, own: mine!, other: other! });
}

/** "blue 3" */
function dieText(colour: MarkColour, number: number): string {
  return say("board.mark.die", { colour: colourText(colour), number });
}
