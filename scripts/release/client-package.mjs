import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "vite";
import { filesBelow } from "../prepare/inputs.mjs";

/** The generated declarations, which the client's own modules import, and their new address. */
const GENERATED = "clients/typescript/interface.d.ts";
const LOCAL = '"./interface.ts"';

/**
 * Writes the package `@vezne/client` into a folder: the client alone, without dependencies, as an
 * ECMAScript module and for `require`, with types for both.
 */
export async function writeClientPackage(root, folder) {
  await build({
    configFile: false,
    logLevel: "error",
    root,
    build: {
      outDir: folder,
      emptyOutDir: true,
      copyPublicDir: false,
      target: "es2022",
      minify: false,
      lib: {
        entry: join(root, "src", "client", "vezne.ts"),
        formats: ["es", "cjs"],
        fileName: (format) => (format === "es" ? "index.mjs" : "index.cjs"),
      },
    },
  });
  writeTypes(root, folder);
  const manifest = manifestOf(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  copyFileSync(join(root, "LICENSE"), join(folder, "LICENSE"));
  copyFileSync(join(root, "docs", "client.md"), join(folder, "README.md"));
  return manifest;
}

/** The declarations, whose imports every TypeScript since 4.7 and `node10` resolve. */
function writeTypes(root, folder) {
  mkdirSync(join(folder, "types"), { recursive: true });
  const own = filesBelow(root, "dist/client").filter((path) => path.endsWith(".d.ts"));
  for (const path of [...own, GENERATED]) {
    const text = readFileSync(join(root, path), "utf8").replaceAll(`"../../${GENERATED}"`, LOCAL);
    const portable = text.replaceAll(/(from "\.\/[\w-]+)\.ts"/g, '$1.js"');
    writeFileSync(join(folder, "types", basename(path)), portable);
  }
  const entry = 'export * from "./types/vezne.js";\n';
  writeFileSync(join(folder, "index.d.ts"), entry);
  writeFileSync(join(folder, "index.d.mts"), entry);
}

function manifestOf({ version, license, engines }) {
  return {
    name: "@vezne/client",
    version,
    description: "Client of Vezne, a self-hosted checkout and payment service",
    license,
    engines,
    sideEffects: false,
    main: "./index.cjs",
    module: "./index.mjs",
    types: "./index.d.ts",
    exports: {
      ".": {
        import: { types: "./index.d.mts", default: "./index.mjs" },
        require: { types: "./index.d.ts", default: "./index.cjs" },
      },
      "./package.json": "./package.json",
    },
    files: ["index.*", "types"],
    publishConfig: { access: "public", provenance: true },
  };
}
