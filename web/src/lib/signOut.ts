import { announcer } from "./announcer.svelte";
import { say } from "./language.svelte";
import { myself } from "./me.svelte";
import { rememberRunning } from "./recent";

/** This device is signed out: forget whose it was. */
export function afterSignOut(): void {
  myself.me = null;
  rememberRunning([]);
  announcer.tell(say("home.settings.signed_out"));
}
