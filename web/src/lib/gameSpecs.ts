import type { Game } from "../generated/closecall";

export interface OptionSpec { readonly name: string; readonly kind: "switch" | "number" | "choice" | "per_seat" | "file"; readonly least?: number; readonly most?: number; readonly values?: readonly string[] }
export interface GameSpec { readonly seats: { readonly least: number; readonly most: number }; readonly options: readonly OptionSpec[] }
export const GAMES: Readonly<Record<Game, GameSpec>> = {
  mark: { seats: { least: 1, most: 5 }, options: [{ name: "layout", kind: "file" }, { name: "ages", kind: "per_seat" }] },
  qwixx: { seats: { least: 1, most: 5 }, options: [{ name: "games", kind: "number", least: 1, most: 5 }] },
  enough: { seats: { least: 3, most: 5 }, options: [{ name: "kit", kind: "choice", values: ["standard", "classic"] }, { name: "advanced", kind: "switch" }] },
};
