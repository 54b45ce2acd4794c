// Who plays on this device: nobody at first, a guest with a name as soon as one is needed. No sign-up.

import type { Language, Me } from "../generated/closecall";
import { api, Refusal } from "./api";
import { catalogue, say } from "./language.svelte";

const LANGUAGE_KEY = "closecall.language";

class Myself {
  me = $state.raw<Me | null>(null);
  /** Whether we know yet whether we are somebody. */
  isKnown = $state(false);

  /** Ask who we are. */
  async open(): Promise<void> {
    try {
      // The server has told with the page whether it knows us; the development server does not.
      if (document.documentElement.dataset.known !== "false") this.me = await api.me();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.me = null;
    }
    this.isKnown = true;
  }

  /** Be somebody: whoever has no name yet gets one that they can change. */
  async need(name?: string): Promise<Me> {
    if (!this.isKnown) await this.open();
    this.me ??= await api.newPerson({ name: name?.trim() || say("page.guest"), language: catalogue.language });
    return this.me;
  }

  async rename(name: string): Promise<void> {
    this.me = this.me ? await api.changeMe({ name }) : await api.newPerson({ name, language: catalogue.language });
  }

  /** Read another language, here and in what the server says. */
  async speak(language: Language): Promise<void> {
    await catalogue.speak(language);
    try {
      localStorage.setItem(LANGUAGE_KEY, language);
    } catch {
      // Without storage it holds until the page is closed.
    }
    if (this.me) this.me = await api.changeMe({ language });
  }
}

export const myself = new Myself();

/** The language that was chosen on this device, if one was. */
export function chosenLanguage(): string | null {
  try {
    return localStorage.getItem(LANGUAGE_KEY);
  } catch {
    return null;
  }
}
