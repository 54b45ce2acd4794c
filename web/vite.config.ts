import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { compressed } from "./plugins/compressed.ts";

const server = process.env.CLOSECALL_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte(), compressed()],
  build: {
    outDir: "../src/closecall/page",
    emptyOutDir: true,
    target: "es2022",
    // The strict policy of the server allows nothing inside the page, not even small pictures.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    // `npm run dev` beside `closecall serve --url http://127.0.0.1:5173`.
    host: "127.0.0.1",
    proxy: { "/api": { target: server, ws: true }, "/health": server },
    fs: { allow: [".."] },
  },
  test: { include: ["src/**/*.test.ts"], environment: "node" },
});
