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

/** The link that lets others in. The secret follows the #, so it is never sent with a request. */
export function linkOf(invite: string, address: string): string {
  return `${address}/join#${invite}`;
}

/** Whether only the machine itself understands an address. */
export function isOnlyHere(address: string): boolean {
  const { hostname } = new URL(address);
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** Cleans up a typed code: letters and digits only, upper case, six at most. */
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

/** The secret after the # of an address. */
export function secretOf(hash: string): string {
  return decoded(hash.replace(/^#/, "")).trim();
}

/** Whether a secret is complete: a link cut off while copying is reported at once. */
export function isWholeSecret(secret: string): boolean {
  return /^[\w-]{32}$/.test(secret);
}

/** Take the secret out of the address, where others could read it and the history would keep it. */
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
