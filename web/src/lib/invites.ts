// Invitations. The server tells the secret of a link only once, so this tab remembers it.

import { readText, tabStore, writeText, type Store } from "./storage";

const LETTERS = 6;

const keyOf = (table: string) => `closecall.invite.${table}`;

export function rememberInvite(table: string, invite: string, store: Store = tabStore()): void {
  writeText(keyOf(table), invite, store);
}

export function rememberedInvite(table: string, store: Store = tabStore()): string | null {
  return readText(keyOf(table), store);
}

/** The link that lets others in; its secret is behind the #, which no server sees. */
export function linkOf(invite: string, origin: string = location.origin): string {
  return `${origin}/join#${invite}`;
}

/** A code as it is typed: letters and digits only, in capitals, six at most. */
export function typedCode(text: string): string {
  return text.replace(/[^\dA-Za-z]/g, "").toUpperCase().slice(0, LETTERS);
}

export function isWholeCode(code: string): boolean {
  return typedCode(code).length === LETTERS;
}

/** Easier to read aloud: "ABC 7XZ". */
export function spacedCode(code: string): string {
  return `${code.slice(0, 3)} ${code.slice(3)}`;
}

/** The secret behind the # of an address. */
export function secretOf(hash: string): string {
  return decoded(hash.replace(/^#/, "")).trim();
}

/** Whether a secret is whole; a link that was cut when it was copied is told before anything is asked. */
export function isWholeSecret(secret: string): boolean {
  return /^[\w-]{32}$/.test(secret);
}

/** The secret of this very address, which must not stay there: others could see it, and the browser would keep it. */
export function takeSecret(): string {
  const secret = secretOf(location.hash);
  if (secret) history.replaceState(null, "", location.pathname);
  return secret;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
