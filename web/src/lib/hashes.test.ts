// The hash library against published test vectors and against the platform's own hashes.
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex as hex, utf8ToBytes as utf8 } from "@noble/hashes/utils.js";
import { describe, expect, it } from "vitest";

async function theirs(message: Uint8Array): Promise<string> {
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", Uint8Array.from(message))));
}

async function theirHmac(key: Uint8Array, message: Uint8Array): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", Uint8Array.from(key), algorithm, false, ["sign"]);
  return hex(new Uint8Array(await crypto.subtle.sign("HMAC", imported, Uint8Array.from(message))));
}

/** Pseudo-random bytes, the same in every run. */
function some(length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, at) => (at * 167 + (at >> 3) * 89 + length) & 0xff);
}

describe("SHA-256", () => {
  it.each([
    ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
    ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
    ["abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"],
    ["a".repeat(1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"],
  ])("gives what the standard prints", (text, digest) => {
    expect(hex(sha256(utf8(text)))).toBe(digest);
  });

  it("equals the platform's at every length", async () => {
    for (let length = 0; length <= 200; length++) expect(hex(sha256(some(length)))).toBe(await theirs(some(length)));
  });
});

describe("HMAC", () => {
  it("gives what RFC 4231 prints", () => {
    const message = utf8("what do ya want for nothing?");
    expect(hex(hmac(sha256, utf8("Jefe"), message))).toBe("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    const long = utf8("Test Using Larger Than Block-Size Key - Hash Key First");
    const key = new Uint8Array(131).fill(0xaa);
    expect(hex(hmac(sha256, key, long))).toBe("60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
  });

  it("equals the platform's", async () => {
    for (const length of [1, 32, 63, 64, 65, 100]) {
      expect(hex(hmac(sha256, some(length), some(40)))).toBe(await theirHmac(some(length), some(40)));
    }
  });
});
