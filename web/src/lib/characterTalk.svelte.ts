// Lets the characters at a table talk, if people want them to. What they say is shown for a while and not announced: the
// announcer has more important things to tell, and a line that came in between would interrupt them.

import type { AnyBoard } from "../boards/types";
import type { AnySeen, TableInfo } from "../generated/closecall";
import { characterOf } from "./cast";
import { SILENCE, afterLine, lineNow, type Line } from "./characterLines";
import { catalogue } from "./language.svelte";
import { settings } from "./settings.svelte";

const SHOWN_MS = 5_000;
/** A game that is seen for the first time after this many decisions is not new. */
const NEW_POINTS = 3;

export class CharacterTalk {
  line = $state.raw<Line | null>(null);
  #talk = SILENCE;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** A game has gone from one view to the next; `before` is null for the first one on this page. */
  hear(info: TableInfo, board: AnyBoard, before: AnySeen | null, after: AnySeen): void {
    if (!settings.chatty || (before === null && after.over !== null)) return;
    const moment = {
      table: info.id,
      point: after.point,
      characters: info.seats.map(({ character }) => characterOf(character)?.slug),
      isNew: before === null && after.point <= NEW_POINTS,
      fortunes: before === null ? [] : (board.fortunes?.(before, after) ?? []),
      over: after.over,
    };
    const line = lineNow(this.#talk, moment);
    if (line === null) return;
    this.#talk = afterLine(this.#talk, line, after.point);
    void catalogue.load("cast").then(() => this.#show(line), () => undefined);
  }

  #show(line: Line): void {
    this.line = line;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.line = null), SHOWN_MS);
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
