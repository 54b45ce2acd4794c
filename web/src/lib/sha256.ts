// SHA-256 and HMAC of our own: browsers lend theirs only to pages over https, and a table at home has none.

const FIRST = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];
const K = rootsOfPrimes();
const BLOCK = 64;

/** The SHA-256 of some bytes (FIPS 180-4). */
export function sha256(message: Uint8Array): Uint8Array {
  const state = Uint32Array.from(FIRST);
  const padded = withPadding(message);
  const schedule = new Uint32Array(64);
  for (let at = 0; at < padded.length; at += BLOCK) compress(state, new DataView(padded.buffer, at, BLOCK), schedule);
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, at) => digest.setUint32(4 * at, word));
  return new Uint8Array(digest.buffer);
}

/** The HMAC-SHA256 of some bytes (RFC 2104). */
export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const block = new Uint8Array(BLOCK);
  block.set(key.length > BLOCK ? sha256(key) : key);
  const inner = sha256(joined(block.map((byte) => byte ^ 0x36), message));
  return sha256(joined(block.map((byte) => byte ^ 0x5c), inner));
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The bytes of hexadecimal digits; null if they are none. */
export function fromHex(text: string): Uint8Array | null {
  if (!/^([0-9a-f]{2})*$/.test(text)) return null;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

function withPadding(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / BLOCK) * BLOCK);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(padded.length - 4, (message.length << 3) >>> 0);
  return padded;
}

function compress(state: Uint32Array, block: DataView, w: Uint32Array): void {
  for (let t = 0; t < 16; t++) w[t] = block.getUint32(4 * t);
  for (let t = 16; t < 64; t++) {
    const near = w[t - 2]!;
    const far = w[t - 15]!;
    const sigma1 = turned(near, 17) ^ turned(near, 19) ^ (near >>> 10);
    const sigma0 = turned(far, 7) ^ turned(far, 18) ^ (far >>> 3);
    w[t] = sigma1 + w[t - 7]! + sigma0 + w[t - 16]!;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let t = 0; t < 64; t++) {
    const sum1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const one = (h + sum1 + ((e & f) ^ (~e & g)) + K[t]! + w[t]!) | 0;
    const sum0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const two = (sum0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, at) => (state[at]! += word));
}

function turned(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

/** The first 32 bits of what stands behind the point in the cube roots of the first 64 primes. */
function rootsOfPrimes(): Uint32Array {
  const found: number[] = [];
  for (let n = 2n; found.length < 64; n++) {
    let isPrime = true;
    for (let by = 2n; by * by <= n; by++) isPrime &&= n % by !== 0n;
    if (isPrime) found.push(Number(cubeRoot(n << 96n) & 0xffffffffn));
  }
  return Uint32Array.from(found);
}

function cubeRoot(n: bigint): bigint {
  let low = 0n;
  let high = 1n << 40n;
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle * middle * middle <= n) low = middle;
    else high = middle;
  }
  return low;
}
