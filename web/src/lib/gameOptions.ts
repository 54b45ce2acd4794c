// The options of a game: what the form shows, what is sent to the server, and what the lobby says about them.

import { GAMES, type AnyOptions, type Game, type MessageKey, type OptionSpec } from "../generated/closecall";
import { say, sayIfKnown } from "./language.svelte";

export type OptionValue = boolean | number | string;
/** Values by option name. An option per seat is only on or off here; its numbers belong to the seats. */
export type OptionValues = Readonly<Record<string, OptionValue>>;

/** The options with a widget; files have none yet. */
export function formOptions(game: Game): readonly OptionSpec[] {
  return GAMES[game].options.filter((option) => option.kind !== "file");
}

function defaultOf({ kind, least = 0, values: [first = ""] = [] }: OptionSpec): OptionValue {
  return kind === "number" ? least : kind === "choice" ? first : false;
}

export function defaultValues(game: Game): OptionValues {
  return Object.fromEntries(formOptions(game).map((option) => [option.name, defaultOf(option)]));
}

/** Whether an age is needed for every seat. */
export function needsAges(game: Game, values: OptionValues): boolean {
  return formOptions(game).some((option) => option.kind === "per_seat" && values[option.name] === true);
}

/** The options to send, without defaults; null if there are none. */
export function optionsOf(game: Game, values: OptionValues, ages: readonly number[] | null): Record<string, unknown> | null {
  const changed = formOptions(game).filter((option) => values[option.name] !== defaultOf(option));
  const entries = changed.map(({ name, kind }) => [name, kind === "per_seat" ? ages : values[name]] as const);
  const given = entries.filter(([, value]) => value !== null);
  return given.length > 0 ? Object.fromEntries(given) : null;
}

/** The options of a table that differ from their defaults, in words. */
export function optionTexts(game: Game, options: AnyOptions): string[] {
  return formOptions(game).flatMap((option) => {
    const value = tableValue(option, options);
    return value === defaultOf(option) ? [] : [summaryText(game, option, value)];
  });
}

/** A table holds the numbers of a per-seat option, and the whole object behind a named choice. */
function tableValue({ name, kind }: OptionSpec, options: AnyOptions): OptionValue {
  const value = (options as unknown as Readonly<Record<string, unknown>>)[name];
  if (kind === "per_seat") return value !== null && value !== undefined;
  return (typeof value === "object" && value !== null ? (value as { name?: unknown }).name : value) as OptionValue;
}

function summaryText(game: Game, option: OptionSpec, value: OptionValue): string {
  const { name } = option;
  return say(`option.${game}.${name}.summary` as MessageKey, { n: Number(value), [name]: choiceText(game, option, String(value)) });
}

/** A value of an option in words; a value without a text goes by its name. */
export function choiceText(game: Game, { name }: OptionSpec, value: string): string {
  return sayIfKnown(`option.${game}.${name}.value.${value}` as MessageKey) ?? value;
}
