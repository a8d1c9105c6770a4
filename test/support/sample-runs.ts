import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { forMono } from "./csharp-for-mono.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../..");

/** Separates the outputs of the programs. */
const MARK = "\u001e";

type Runner = {
  readonly extension: string;
  readonly command: string;
  /** Arguments that prove the command and its extensions to be there. */
  readonly proof: readonly string[];
  /** A program of the language that runs all others, in one process because starts are slow. */
  readonly all: string;
  /** The text of the file of a program; the program itself if undefined. */
  readonly fileOf?: (program: string, place: number) => string;
};

/** The part of jq that the samples use, because few machines have jq itself. */
const JQ = `#!${process.execPath}
let text = "";
process.stdin.on("data", (part) => (text += part));
process.stdin.on("end", () => console.log(JSON.parse(text)[process.argv[3].slice(1)]));
`;

const SHELL: Runner = {
  extension: "sh",
  command: "sh",
  proof: ["-c", "command -v curl"],
  all: `PATH="$PWD:$PATH"; for file; do printf '${MARK}'; sh -eu "$file"; done`,
};

const NODE: Runner = {
  extension: "mjs",
  command: process.execPath,
  proof: ["--version"],
  all: `for (const file of process.argv.slice(2)) {
  process.stdout.write("${MARK}");
  await import(file);
}`,
};

const STAND_INS = join(import.meta.dirname, "csharp-stand-ins.cs");
// The packages mono-mcs, mono-runtime and libmono-system-net-http4.0-cil of Debian are enough.
const MCS = `mcs -nologo -nowarn:0162,0414 -r:System.Net.Http.dll '${STAND_INS}'`;

/** How the samples of each tab are run. */
const RUNNERS: Readonly<Record<string, Runner>> = {
  curl: SHELL,
  "Node client": NODE,
  "Node fetch": NODE,
  PHP: {
    extension: "php",
    command: "php",
    proof: ["-r", "exit(function_exists('curl_init') ? 0 : 1);"],
    all: `<?php
foreach (array_slice($argv, 1) as $file) {
    echo "${MARK}";
    include $file;
}`,
  },
  Python: {
    extension: "py",
    command: "python3",
    proof: ["--version"],
    all: `import runpy, sys
for file in sys.argv[1:]:
    print("${MARK}", end="")
    runpy.run_path(file)`,
  },
  "C#": {
    extension: "cs",
    command: "sh",
    proof: [
      "-c",
      `command -v mono && cd "$(mktemp -d)" && ${MCS} -out:all.exe && rm all.exe && rmdir "$PWD"`,
    ],
    all: `set -eu; ${MCS} -out:all.exe "$@" >&2; mono all.exe`,
    fileOf: forMono,
  },
};

/** True if this machine can run the samples of a tab. */
export function canRun(language: string): boolean {
  const runner = RUNNERS[language];
  if (runner === undefined) return false;
  try {
    execFileSync(runner.command, runner.proof, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Runs programs of one language one after the other and returns what each of them printed. */
export async function runSamples(
  language: string,
  programs: readonly string[],
): Promise<readonly string[]> {
  const runner = RUNNERS[language];
  if (runner === undefined) throw new Error(`nothing runs ${language}`);
  const folder = mkdtempSync(join(tmpdir(), "vezne-samples-"));
  try {
    installClient(folder);
    writeFileSync(join(folder, "jq"), JQ, { mode: 0o755 });
    const files = programs.map((text, place) => {
      const file = join(folder, `sample-${place}.${runner.extension}`);
      writeFileSync(file, runner.fileOf?.(text, place) ?? text);
      return file;
    });
    const all = join(folder, `all.${runner.extension}`);
    writeFileSync(all, runner.all);
    const options = { cwd: folder, maxBuffer: 16 * 1_024 * 1_024 };
    const { stdout } = await run(runner.command, [all, ...files], options);
    return stdout.split(MARK).slice(1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Puts the built client where a program of another project finds it. */
function installClient(folder: string): void {
  const client = join(folder, "node_modules/@vezne/client");
  mkdirSync(client, { recursive: true });
  symlinkSync(join(root, "dist/client"), join(client, "built"), "dir");
  const manifest = { name: "@vezne/client", type: "module", exports: "./built/vezne.js" };
  writeFileSync(join(client, "package.json"), JSON.stringify(manifest));
}
