// The table speaks: the browser's own voices, in the reader's language. Off by default.

import { catalogue } from "./language.svelte";
import { settings } from "./settings.svelte";

/** Whether this browser has a voice in the reader's language. It may load its voices late. */
export function canSpeak(): boolean {
  return voice() !== null;
}

/** Say something if the table may speak; silent without a voice in the reader's language. */
export function speak(text: string): void {
  const found = settings.speech ? voice() : null;
  if (found === null) return;
  const words = new SpeechSynthesisUtterance(text);
  words.voice = found;
  words.lang = found.lang;
  speechSynthesis.speak(words);
}

/** Stop speaking, as when the table is left. */
export function hush(): void {
  if ("speechSynthesis" in globalThis) speechSynthesis.cancel();
}

function voice(): SpeechSynthesisVoice | null {
  if (!("speechSynthesis" in globalThis)) return null;
  const voices = speechSynthesis.getVoices().filter(({ lang }) => lang.toLowerCase().startsWith(catalogue.language));
  // A voice of the device itself sends nothing anywhere.
  return voices.find(({ localService }) => localService) ?? null;
}
