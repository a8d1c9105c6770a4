import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { type EnvironmentOptions, type Plugin, defineConfig } from "vite";

const project = import.meta.dirname;
const web = join(project, "web");
const finished = join(project, "dist", "web");
// Built aside and moved into place whole: a failed build leaves the last good one alone.
const out = join(project, "dist", ".web");

type Kind = "script" | "style";
type Entry = { readonly name: string; readonly kind: Kind; readonly path: string };
type Built = { readonly file: string; readonly integrity: string; readonly bytes: number };

/** `web/<folder>/<folder>.ts` and `web/<folder>/<folder>.css` are the entries called `<folder>`. */
function findEntries(): Entry[] {
  if (!existsSync(web)) return [];
  const folders = readdirSync(web, { withFileTypes: true }).filter((item) => item.isDirectory());
  return folders.flatMap(({ name }) =>
    [
      { name, kind: "script", path: join(web, name, `${name}.ts`) } as const,
      { name, kind: "script", path: join(web, name, `${name}.tsx`) } as const,
      { name, kind: "style", path: join(web, name, `${name}.css`) } as const,
    ].filter(({ path }) => existsSync(path)),
  );
}

const entries = findEntries();
const manifest: Record<string, Partial<Record<Kind, Built>>> = {};
const borrowed = new Set<string>();

/** One build an entry: each file stands alone, so a page loads exactly one script and one style. */
function environment({ kind, path }: Entry): EnvironmentOptions {
  return {
    consumer: "client",
    build: {
      outDir: out,
      emptyOutDir: false,
      copyPublicDir: false,
      modulePreload: false,
      sourcemap: false,
      cssCodeSplit: kind === "style",
      assetsInlineLimit: 0,
      // Phones in use in Turkey include many that no longer get updates.
      target: ["chrome87", "firefox78", "safari14"],
      cssTarget: ["chrome87", "firefox78", "safari14"],
      rolldownOptions: {
        input: path,
        output: {
          format: kind === "script" ? "iife" : "es",
          entryFileNames: "assets/[name]-[hash].js",
          assetFileNames: "assets/[name]-[hash][extname]",
        },
      },
    },
  };
}

const environmentName = ({ name, kind }: Entry): string => `${name.replaceAll("-", "_")}_${kind}`;

function recordEntries(): Plugin {
  return {
    name: "vezne:entries",
    enforce: "post",
    moduleParsed({ id, dynamicallyImportedIds }) {
      if (dynamicallyImportedIds.length === 0) return;
      this.error(`${id} imports at run time; every entry is one file, so import at the top`);
    },
    generateBundle(_, bundle) {
      for (const id of this.getModuleIds()) {
        const path = relative(project, id.replace(/^\0/, "").split("?")[0] ?? "");
        if (/^(src|test)\//.test(path)) borrowed.add(path);
      }
      const entry = entries.find((item) => environmentName(item) === this.environment.name);
      if (!entry) return;
      const files = Object.values(bundle);
      const scripts = files.filter((file) => file.type === "chunk");
      const styles = files.filter((file) => file.fileName.endsWith(".css"));
      // A style's own entry point is an empty script that nobody loads.
      if (entry.kind === "style") scripts.forEach((chunk) => delete bundle[chunk.fileName]);
      const [own] = entry.kind === "script" ? scripts : styles;
      if (own === undefined) this.error(`${entry.path} produced no ${entry.kind}`);
      if (entry.kind === "script" && styles.length > 0) {
        this.error(
          `${entry.path} imports a style; put it into web/${entry.name}/${entry.name}.css`,
        );
      }
      (manifest[entry.name] ??= {})[entry.kind] = { file: own.fileName, integrity: "", bytes: 0 };
    },
  };
}

/** Describes a built file, and writes it beside itself in the encodings that browsers accept. */
function describe(file: string): Built {
  const bytes = readFileSync(join(out, file));
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(join(out, `${file}.br`), brotliCompressSync(bytes, { params }));
  writeFileSync(join(out, `${file}.gz`), gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }));
  const digest = createHash("sha384").update(bytes).digest("base64");
  return { file, integrity: `sha384-${digest}`, bytes: bytes.length };
}

function finish(): void {
  for (const built of Object.values(manifest)) {
    if (built.script) built.script = describe(built.script.file);
    if (built.style) built.style = describe(built.style.file);
  }
  const script = manifest["widget"]?.script;
  if (script) {
    copyFileSync(join(out, script.file), join(out, "widget.js"));
    copyFileSync(join(web, "widget", "widget-api.d.ts"), join(out, "widget.d.ts"));
  }
  writeFileSync(join(out, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(join(out, ".inputs.json"), JSON.stringify([...borrowed].toSorted()));
  rmSync(finished, { recursive: true, force: true });
  renameSync(out, finished);
}

export default defineConfig({
  root: web,
  base: "./",
  publicDir: false,
  appType: "custom",
  plugins: [recordEntries()],
  environments: Object.fromEntries(
    entries.map((entry) => [environmentName(entry), environment(entry)]),
  ),
  builder: {
    // One plugin instance sees all builds, so that it can write one manifest.
    sharedConfigBuild: true,
    sharedPlugins: true,
    async buildApp(builder) {
      rmSync(out, { recursive: true, force: true });
      mkdirSync(out, { recursive: true });
      for (const entry of entries) {
        const built = builder.environments[environmentName(entry)];
        if (built) await builder.build(built);
      }
      finish();
      // Vite builds an index.html when it believes that nothing has been built.
      for (const unused of Object.values(builder.environments)) unused.isBuilt = true;
    },
  },
});
