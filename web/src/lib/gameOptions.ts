// The options of a game: what the form shows, what is sent to the server, and what the lobby says about them.

import { GAMES, type AnyOptions, type Game, type MessageKey, type OptionSpec } from "../generated/closecall";
import { say, sayIfKnown } from "./language.svelte";

/** null: nobody is named. */
export type OptionValue = boolean | number | string | null;
/** Values by option name. Ages are only on or off here, because they belong to the seats; a seat goes by its key in the draft. */
export type OptionValues = Readonly<Record<string, OptionValue>>;

/** The options with a widget; files have none yet. */
export function formOptions(game: Game): readonly OptionSpec[] {
  return GAMES[game].options.filter((option) => option.kind !== "file");
}

/** The options that name one of the seats. */
export function seatOptions(game: Game): readonly OptionSpec[] {
  return formOptions(game).filter((option) => option.kind === "seat");
}

/** The value of an option that is not sent. */
function defaultOf({ kind, least = 0, values: [first = ""] = [] }: OptionSpec): OptionValue {
  switch (kind) {
    case "number":
      return least;
    case "choice":
      return first;
    case "seat":
      return null;
    default:
      return false;
  }
}

/** What a new form shows. */
export function formValues(game: Game): OptionValues {
  return Object.fromEntries(formOptions(game).map((option) => [option.name, option.preselected ?? defaultOf(option)]));
}

/** Whether everybody is asked for their age. */
export function asksAge(game: Game, values: OptionValues): boolean {
  return formOptions(game).some((option) => option.kind === "ages" && values[option.name] === true);
}

/** The options to send, without defaults, for the seats with these keys; null if there are none. */
export function optionsOf(game: Game, values: OptionValues, seats: readonly number[]): Record<string, unknown> | null {
  const entries = formOptions(game).flatMap((option) => {
    const value = valueToSend(option, values[option.name] ?? null, seats);
    return value === defaultOf(option) ? [] : [[option.name, value] as const];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : null;
}

function valueToSend({ kind }: OptionSpec, value: OptionValue, seats: readonly number[]): unknown {
  if (kind === "ages") return value === true ? seats.map(() => null) : false;
  if (kind !== "seat") return value;
  const seat = seats.findIndex((key) => key === value);
  return seat < 0 ? null : seat; // The seat may have been removed from the draft.
}

/** The options of a table that differ from their defaults, in words. */
export function optionTexts(game: Game, options: AnyOptions, names: readonly string[]): string[] {
  return formOptions(game).flatMap((option) => {
    const value = tableValue(option, options);
    return value === defaultOf(option) ? [] : [summaryText(game, option, value, names)];
  });
}

/** The value of an option at a table, which holds an entry for each age, and the whole object behind a named choice. */
export function tableValue({ name, kind }: OptionSpec, options: AnyOptions): OptionValue {
  const value = (options as unknown as Readonly<Record<string, unknown>>)[name];
  if (kind === "ages") return value !== null && value !== undefined;
  return (typeof value === "object" && value !== null ? (value as { name?: unknown }).name : value) as OptionValue;
}

function summaryText(game: Game, option: OptionSpec, value: OptionValue, names: readonly string[]): string {
  const { name, kind } = option;
  const facts = kind === "seat" ? { name: names[Number(value)] ?? "" } : { n: Number(value), [name]: choiceText(game, option, String(value)) };
  return say(`option.${game}.${name}.summary` as MessageKey, facts);
}

/** What the options of a table say about a seat, such as that its player keeps the score. */
export function seatTags(game: Game, options: AnyOptions, seat: number): string[] {
  const named = seatOptions(game).filter((option) => tableValue(option, options) === seat);
  return named.map(({ name }) => say(`option.${game}.${name}.tag` as MessageKey));
}

/** The title and the hint of an option. */
export function optionLabel(game: Game, { name }: OptionSpec): { title: string; hint: string } {
  return { title: say(`option.${game}.${name}.title` as MessageKey), hint: sayIfKnown(`option.${game}.${name}.hint` as MessageKey) ?? "" };
}

/** A value of an option in words; a value without a text goes by its name. */
export function choiceText(game: Game, { name }: OptionSpec, value: string): string {
  return sayIfKnown(`option.${game}.${name}.value.${value}` as MessageKey) ?? value;
}

export interface SeatChoice {
  readonly value: number | null;
  readonly text: string;
}

/** The choices of an option that names a seat: the lot first, then the seats. */
export function seatChoices(game: Game, option: OptionSpec, seats: readonly SeatChoice[]): SeatChoice[] {
  return [{ value: null, text: choiceText(game, option, "lot") }, ...seats];
}
