import { expect, it } from "vitest";
import { isWholeCode, isWholeSecret, rememberInvite, rememberedInvite, isOnlyHere, linkOf, secretOf, spacedCode, typedCode } from "./invites";

it("codes are typed in any case, with spaces or hyphens", () => {
  expect(typedCode(" abc-7xz9")).toBe("ABC7XZ");
  expect(isWholeCode("abc 7x")).toBe(false);
  expect(isWholeCode("abc 7xz")).toBe(true);
  expect(spacedCode("ABC7XZ")).toBe("ABC 7XZ");
});

it("secrets stand behind the #", () => {
  expect(secretOf("#sEcret_-1")).toBe("sEcret_-1");
  expect(secretOf("#%E0%A4%A")).toBe("%E0%A4%A");
  expect(secretOf("")).toBe("");
  expect(linkOf("sEcret", "https://games.example")).toBe("https://games.example/join#sEcret");
});

it("invitations are kept by table, if they can be", () => {
  const kept = new Map<string, string>();
  const storage = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => void kept.set(key, text) };
  rememberInvite("one", "secret", storage);
  expect(rememberedInvite("one", storage)).toBe("secret");
  expect(rememberedInvite("two", storage)).toBeNull();
  const refusing = { getItem: () => { throw new Error("no"); }, setItem: () => { throw new Error("no"); } };
  rememberInvite("one", "secret", refusing);
  expect(rememberedInvite("one", refusing)).toBeNull();
});

it("a secret that was cut is not whole", () => {
  expect(["", "abc", "a".repeat(31), "a".repeat(33), `${"a".repeat(31)} `].map(isWholeSecret)).toEqual(Array(5).fill(false));
  expect(isWholeSecret("Ab9_-".repeat(6) + "xy")).toBe(true);
});

it("addresses that only this machine understands", () => {
  for (const address of ["http://localhost:8000", "http://127.0.0.1:8000", "http://127.3.2.1", "http://[::1]:8000", "http://closecall.localhost"]) {
    expect(isOnlyHere(address)).toBe(true);
  }
  for (const address of ["http://192.168.1.5:8000", "http://closecall.local:8000", "https://games.example.org", "http://[fe80::1]", "http://localhost.example.org"]) {
    expect(isOnlyHere(address)).toBe(false);
  }
});
