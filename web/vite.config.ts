import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { compressed } from "./plugins/compressed.ts";

const server = process.env.CLOSECALL_SERVER ?? "http://127.0.0.1:8000";

function firstTexts(path: string): string | null {
  const [, language] = /messages[\\/](\w\w)[\\/](core|home|page)\.json$/.exec(path) ?? [];
  return language ? `texts-${language}` : null;
}

export default defineConfig({
  plugins: [svelte(), compressed()],
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
            // One file per language for the texts of the first page.
            { name: firstTexts, debugName: "texts", priority: 1 },
            // One file, not thirty, for the code of the first page.
            { name: "first", tags: ["$initial"] },
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
