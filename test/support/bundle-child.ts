import { basename, join } from "node:path";
import { build } from "vite";

/**
 * Bundles a TypeScript program with its imports into one file, which Node can run in a process of
 * its own, also from a folder and as a user without access to node_modules.
 */
export async function bundleChild(entry: string, folder: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: "silent",
    ssr: { noExternal: true, external: ["pg-native"] },
    build: {
      ssr: entry,
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      rolldownOptions: { output: { entryFileNames: "[name].mjs" } },
    },
  });
  return join(folder, basename(entry).replace(/\.ts$/, ".mjs"));
}
