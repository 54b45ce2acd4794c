// The person at this device. There is no sign-up: nobody at first, a guest as soon as a name is needed.

import type { Language, Me } from "../generated/closecall";
import { api, Refusal, sentenceOf } from "./api";
import { catalogue, say } from "./language.svelte";
import { readText, writeText } from "./storage";

const LANGUAGE_KEY = "closecall.language";

type Server = Pick<typeof api, "me" | "newPerson" | "changeMe" | "setLan">;

export class Myself {
  me = $state.raw<Me | null>(null);
  /** Whether the server has said who we are, if anybody. */
  isKnown = $state(false);
  /** Why asking failed, if it did. */
  trouble = $state<string | null>(null);
  #asking: Promise<void> | null = null;

  constructor(private readonly server: Server = api) {}

  /** Ask who we are, unless known. Rejects without an answer; the next call asks again. */
  open(): Promise<void> {
    if (this.isKnown) return Promise.resolve();
    return (this.#asking ??= this.#ask().finally(() => (this.#asking = null)));
  }

  async #ask(): Promise<void> {
    try {
      this.me = isToldNobody() ? null : await this.server.me();
    } catch (error) {
      // Only a 401 means that we are nobody; an unreachable or busy server has not said so.
      if (!(error instanceof Refusal && error.status === 401)) {
        this.trouble = sentenceOf(error);
        throw error;
      }
      this.me = null;
    }
    this.isKnown = true;
    this.trouble = null;
  }

  /** The current person, created under this name if there is none. */
  async ensure(name?: string): Promise<Me> {
    await this.open();
    this.me ??= await this.#become(name?.trim() || say("page.guest"));
    return this.me;
  }

  async rename(name: string): Promise<void> {
    const me = await this.ensure(name);
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

  /** Let devices on the local network join, or keep them out; the address for links changes with it. */
  async setLan(isOn: boolean): Promise<void> {
    this.me = await this.server.setLan({ is_on: isOn });
  }

  /** Switch the language, also for sentences from the server. */
  async setLanguage(language: Language): Promise<void> {
    await catalogue.setLanguage(language);
    if (catalogue.language !== language) return; // Yet another one was chosen meanwhile.
    writeText(LANGUAGE_KEY, language);
    if (this.me) this.me = await this.server.changeMe({ language });
  }
}

export const myself = new Myself();

/** Whether the page was delivered with the note that we are nobody; the development server adds no note. */
function isToldNobody(): boolean {
  return globalThis.document?.documentElement.dataset.known === "false";
}

/** The language chosen on this device, if any. */
export function chosenLanguage(): string | null {
  return readText(LANGUAGE_KEY);
}
