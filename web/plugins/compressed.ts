import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const TEXT = /\.(js|css|svg|json|webmanifest)$/;
const SMALLEST = 512;

/** Writes a .br and a .gz beside every text file, so that the server never compresses anything. */
export function compressed(): Plugin {
  return {
    name: "closecall-compressed",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          const source = file.type === "chunk" ? file.code : file.source;
          const bytes = Buffer.from(source);
          if (!TEXT.test(file.fileName) || bytes.length < SMALLEST) continue;
          const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
          this.emitFile({ type: "asset", fileName: `${file.fileName}.br`, source: brotliCompressSync(bytes, best) });
          this.emitFile({ type: "asset", fileName: `${file.fileName}.gz`, source: gzipSync(bytes, { level: 9 }) });
        }
      },
    },
  };
}
