// The options of a new table: what the form shows, what the server is asked for, and what the lobby tells.

import { GAMES, type AnyOptions, type Game, type MessageKey, type OptionSpec } from "../generated/closecall";
import { say, sayIfKnown } from "./language.svelte";

export type OptionValue = boolean | number | string;
/** By the name of the option. An option per seat is only switched on here; its numbers belong to the seats. */
export type OptionValues = Readonly<Record<string, OptionValue>>;

/** The options with a widget: files have none. */
export function formOptions(game: Game): readonly OptionSpec[] {
  return GAMES[game].options.filter((option) => option.kind !== "file");
}

function defaultOf({ kind, least = 0, values: [first = ""] = [] }: OptionSpec): OptionValue {
  return kind === "number" ? least : kind === "choice" ? first : false;
}

export function defaultValues(game: Game): OptionValues {
  return Object.fromEntries(formOptions(game).map((option) => [option.name, defaultOf(option)]));
}

/** Whether every seat needs a number. */
export function needsAges(game: Game, values: OptionValues): boolean {
  return formOptions(game).some((option) => option.kind === "per_seat" && values[option.name] === true);
}

/** The options for the server, without defaults; null if nothing else is left. */
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

/** A table has the numbers of an option per seat, and the whole of what was chosen by its name. */
function tableValue({ name, kind }: OptionSpec, options: AnyOptions): OptionValue {
  const value = (options as unknown as Readonly<Record<string, unknown>>)[name];
  if (kind === "per_seat") return value !== null && value !== undefined;
  return (typeof value === "object" && value !== null ? (value as { name?: unknown }).name : value) as OptionValue;
}

function summaryText(game: Game, option: OptionSpec, value: OptionValue): string {
  const { name } = option;
  return say(`option.${game}.${name}.summary` as MessageKey, { n: Number(value), [name]: choiceText(game, option, String(value)) });
}

/** One of the values of an option; a value without a text goes by its name. */
export function choiceText(game: Game, { name }: OptionSpec, value: string): string {
  return sayIfKnown(`option.${game}.${name}.value.${value}` as MessageKey) ?? value;
}
