import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const root = join(import.meta.dirname, "../..");
const DECLARATIONS = join(root, "dist/client/vezne.d.ts");

/** A module of the project, called without its types. */
export type UntypedModule = Readonly<Record<string, unknown>>;

/** A project of another developer, which has only the published package. */
export type ConsumerProject = {
  readonly folder: string;
  /** Checks the types and builds; throws the compiler's errors. */
  compile(moduleOptions: readonly string[]): void;
  load(name: string): Promise<UntypedModule>;
  remove(): void;
};

/** `sources` are TypeScript files by name. */
export function createConsumerProject(sources: ReadonlyMap<string, string>): ConsumerProject {
  if (!existsSync(DECLARATIONS)) throw new Error("Not built: run `npm run build` first.");
  const folder = mkdtempSync(join(tmpdir(), "vezne-consumer-"));
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
      return (await import(/* @vite-ignore */ address)) as UntypedModule;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
