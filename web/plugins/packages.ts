import type { Plugin } from "vite";

const PACKAGE = /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/;

/** Writes packages.json: the names of the npm packages that code of the page comes from, for the bill of materials. */
export function packages(): Plugin {
  return {
    name: "closecall-packages",
    apply: "build",
    generateBundle(_options, bundle) {
      const names = Object.values(bundle)
        .flatMap((file) => (file.type === "chunk" ? Object.keys(file.modules) : []))
        .flatMap((id) => PACKAGE.exec(id)?.[1]?.replace("\\", "/") ?? []);
      const source = JSON.stringify([...new Set(names)].sort());
      this.emitFile({ type: "asset", fileName: "packages.json", source: `${source}\n` });
    },
  };
}
