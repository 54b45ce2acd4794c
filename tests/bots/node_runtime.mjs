// Runs the module in Node: a line of JSON in, a line of JSON out. `node node_runtime.mjs experts.wasm`
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const STACK_BYTES = 1 << 20;
const CALL_BYTES = 8 << 20;
const PAGE = 1 << 16;
const aligned = (address) => Math.ceil(address / 64) * 64;

const code = new WebAssembly.Module(readFileSync(process.argv[2]));
const memory = new WebAssembly.Memory({ initial: 2 });
const stack = new WebAssembly.Global({ value: "i32", mutable: true }, 0);
const { exports } = new WebAssembly.Instance(code, { env: { __linear_memory: memory, __stack_pointer: stack } });
let top = aligned(exports.data_end.value + STACK_BYTES);
stack.value = top;

function place(address, bytes) {
  const missing = address + bytes.length + CALL_BYTES - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
  new Uint8Array(memory.buffer).set(bytes, address);
}

const actions = {
  store({ data }) {
    const [address, bytes] = [top, Buffer.from(data, "base64")];
    place(address, bytes);
    top = aligned(top + bytes.length);
    return address;
  },
  read({ address, size }) {
    return Buffer.from(memory.buffer, address, size).toString("base64");
  },
  call({ name, values }) {
    let free = top;
    const passed = values.flatMap((value) => {
      if ("long" in value) return [BigInt(value.long)];
      if ("double" in value) return [value.double];
      if ("address" in value) return [value.address, value.length];
      const [address, bytes] = [free, Buffer.from(value.data, "base64")];
      place(address, bytes);
      free = aligned(free + bytes.length);
      return [address, value.length];
    });
    place(exports.heap.value, new Uint8Array(new Uint32Array([free]).buffer));
    return exports[name](...passed);
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { action, ...given } = JSON.parse(line);
  const result = actions[action](given);
  console.log(JSON.stringify(typeof result === "bigint" ? String(result) : result));
}
