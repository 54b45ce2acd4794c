// Who plays on this device: nobody at first, a guest with a name as soon as one is needed. No sign-up.

import type { Language, Me } from "../generated/closecall";
import { api, Refusal, sentenceOf } from "./api";
import { catalogue, say } from "./language.svelte";
import { readText, writeText } from "./storage";

const LANGUAGE_KEY = "closecall.language";

type Server = Pick<typeof api, "me" | "newPerson" | "changeMe">;

export class Myself {
  me = $state.raw<Me | null>(null);
  /** Whether we know yet whether we are somebody. */
  isKnown = $state(false);
  /** Why we do not know it, if we have asked in vain. */
  trouble = $state<string | null>(null);
  #asking: Promise<void> | null = null;

  constructor(private readonly server: Server = api) {}

  /** Ask who we are, unless we know. It is refused if there is no answer, and asked again when it is needed. */
  open(): Promise<void> {
    if (this.isKnown) return Promise.resolve();
    return (this.#asking ??= this.#ask().finally(() => (this.#asking = null)));
  }

  async #ask(): Promise<void> {
    try {
      this.me = isToldNobody() ? null : await this.server.me();
    } catch (error) {
      // Whoever cannot be reached or has no time has not said that we are nobody.
      if (!(error instanceof Refusal && error.status === 401)) {
        this.trouble = sentenceOf(error);
        throw error;
      }
      this.me = null;
    }
    this.isKnown = true;
    this.trouble = null;
  }

  /** Be somebody: whoever has no name yet gets one that they can change. */
  async need(name?: string): Promise<Me> {
    await this.open();
    this.me ??= await this.#become(name?.trim() || say("page.guest"));
    return this.me;
  }

  async rename(name: string): Promise<void> {
    const me = await this.need(name);
    if (me.name !== name.trim()) this.me = await this.server.changeMe({ name });
  }

  async #become(name: string): Promise<Me> {
    try {
      return await this.server.newPerson({ name, language: catalogue.language });
    } catch (error) {
      if (!(error instanceof Refusal && error.code === "already_somebody")) throw error;
      return this.server.me(); // Another tab was faster.
    }
  }

  /** Read another language, here and in what the server says. */
  async speak(language: Language): Promise<void> {
    await catalogue.speak(language);
    if (catalogue.language !== language) return; // Another one was chosen meanwhile.
    writeText(LANGUAGE_KEY, language);
    if (this.me) this.me = await this.server.changeMe({ language });
  }
}

export const myself = new Myself();

/** Whether the server has told with the page that it does not know us; the development server tells nothing. */
function isToldNobody(): boolean {
  return globalThis.document?.documentElement.dataset.known === "false";
}

/** The language that was chosen on this device, if one was. */
export function chosenLanguage(): string | null {
  return readText(LANGUAGE_KEY);
}
