import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { compressed } from "./plugins/compressed.ts";
import { packages } from "./plugins/packages.ts";

const server = process.env.CLOSECALL_SERVER ?? "http://127.0.0.1:8000";

const TABLE = /[\\/](screens[\\/]Table\.svelte|boards[\\/]\w+[\\/]board\.ts)$/;

type InfoOf = (id: string) => { readonly importers: readonly string[] } | null;

/** Whether a running game needs a module: its screen or a board imports it, directly or not. */
function isAtTable(id: string, infoOf: InfoOf, visited = new Set<string>()): boolean {
  if (TABLE.test(id)) return true;
  if (visited.has(id)) return false;
  visited.add(id);
  return infoOf(id)?.importers.some((importer) => isAtTable(importer, infoOf, visited)) ?? false;
}

export default defineConfig({
  plugins: [svelte(), packages(), compressed()],
  build: {
    outDir: "../src/closecall/page",
    emptyOutDir: true,
    target: "es2022",
    // The server's content security policy allows no inline assets.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // One file, not thirty, for the code of the first page.
            { name: "first", tags: ["$initial"], priority: 2 },
            // One for what a running game shares with other screens, and one for the rest: on a slow connection every
            // file costs a round trip.
            { name: (id, context) => (isAtTable(id, (other) => context.getModuleInfo(other)) ? "table" : null), debugName: "table", minShareCount: 2, priority: 1 },
            { name: "shared", minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: {
    // `npm run dev` beside `closecall serve --url http://127.0.0.1:5173`.
    host: "127.0.0.1",
    proxy: { "/api": { target: server, ws: true }, "/health": server },
    fs: { allow: [".."] },
  },
  test: { include: ["src/**/*.test.ts"], environment: "node" },
});
