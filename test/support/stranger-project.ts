import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const root = join(import.meta.dirname, "../..");
const DECLARATIONS = join(root, "dist/client/vezne.d.ts");

/** What a module of the project exports, called without being known. */
export type StrangerModule = Readonly<Record<string, unknown>>;

/** A project of somebody who has nothing of ours but the package. */
export type StrangerProject = {
  readonly folder: string;
  /** Checks the types and builds; throws what the compiler says. */
  compile(moduleOptions: readonly string[]): void;
  load(name: string): Promise<StrangerModule>;
  remove(): void;
};

/** `sources` are TypeScript by their file names. */
export function createStrangerProject(sources: ReadonlyMap<string, string>): StrangerProject {
  if (!existsSync(DECLARATIONS)) throw new Error("Not built: run `npm run build` first.");
  const folder = mkdtempSync(join(tmpdir(), "vezne-stranger-"));
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules", "vezne"), "dir");
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  for (const [name, text] of sources) writeFileSync(join(folder, name), text);
  return {
    folder,
    compile(moduleOptions) {
      const tsc = join(root, "node_modules/typescript/bin/tsc");
      const strict = ["--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess"];
      const types = ["--typeRoots", join(root, "node_modules/@types"), "--types", "node"];
      const output = ["--outDir", join(folder, "built"), "--rewriteRelativeImportExtensions"];
      const target = ["--target", "es2022", "--lib", "es2022"];
      const options = [...strict, ...types, ...output, ...target, ...moduleOptions];
      try {
        execFileSync(process.execPath, [tsc, ...options, ...sources.keys()], { cwd: folder });
      } catch (error) {
        const { stdout } = error as { readonly stdout?: Buffer };
        throw new Error(`The compiler says: ${stdout?.toString()}`, { cause: error });
      }
    },
    async load(name) {
      const address = pathToFileURL(join(folder, "built", `${name}.js`)).href;
      return (await import(/* @vite-ignore */ address)) as StrangerModule;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
