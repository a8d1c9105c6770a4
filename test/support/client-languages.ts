import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../..");

/** A language for which the repository has a client. */
export type ClientLanguage = {
  readonly name: "Python" | "PHP";
  /** The folder of its client. */
  readonly folder: string;
  readonly command: string;
  /** Arguments that prove the command and its extensions to be there. */
  readonly proof: readonly string[];
  readonly extension: string;
  /** A name of the document in the notation of the language. */
  named(name: string): string;
  /** True if two texts of JSON are the same to the language. */
  same(left: string, right: string): boolean;
};

const camel = (name: string): string =>
  name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

export const CLIENT_LANGUAGES: readonly ClientLanguage[] = [
  {
    name: "Python",
    folder: join(root, "clients/python"),
    command: "python3",
    proof: ["-c", "import sys; assert sys.version_info >= (3, 9)"],
    extension: "py",
    named: (name) => name,
    same: (left, right) => left === right,
  },
  {
    name: "PHP",
    folder: join(root, "clients/php"),
    command: "php",
    proof: ["-r", "exit(PHP_VERSION_ID >= 80100 ? 0 : 1);"],
    extension: "php",
    named: camel,
    // An array without members is written as a list, whatever it was read from.
    same: (left, right) => left.replaceAll("{}", "[]") === right.replaceAll("{}", "[]"),
  },
];

/** True if this machine can run the client of a language. */
export function canRun({ command, proof }: ClientLanguage): boolean {
  try {
    execFileSync(command, proof, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** A call of a method of a client; parameters have the names of the document. */
export type ClientCall = {
  readonly group: string;
  readonly method: string;
  readonly isOfOperators: boolean;
  readonly key?: string;
  /** The parameters of the path, in order. */
  readonly path: readonly unknown[];
  readonly named: Readonly<Record<string, unknown>>;
};

type Task = { readonly do: "calls" | "parameters"; readonly url: string };

/** Makes calls with the client of a language; returns their results as JSON. */
export async function callClient(
  language: ClientLanguage,
  task: Task,
  calls: readonly ClientCall[],
): Promise<readonly unknown[]> {
  const written = calls.map((call) => ({
    ...call,
    group: language.named(call.group),
    method: language.named(call.method),
    named: Object.fromEntries(
      Object.entries(call.named).map(([name, value]) => [language.named(name), value]),
    ),
  }));
  const driver = join(import.meta.dirname, `client-drivers/driver.${language.extension}`);
  const text = JSON.stringify({ ...task, calls: written });
  return JSON.parse(await runWith(language, { program: driver, input: text })) as unknown[];
}

type Program = {
  readonly program: string;
  /** The content of the file that the program gets as its first argument. */
  readonly input?: string;
  readonly environment?: Readonly<Record<string, string>>;
};

/** Runs a program of a language that uses its client; returns its standard output. */
export async function runWith(
  { command, folder }: ClientLanguage,
  { program, input = "{}", environment = {} }: Program,
): Promise<string> {
  const place = mkdtempSync(join(tmpdir(), "vezne-client-"));
  try {
    const file = join(place, "input.json");
    writeFileSync(file, input);
    const env = { PATH: process.env["PATH"], PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: "1" };
    const options = { env: { ...env, ...environment }, maxBuffer: 16 * 1_024 * 1_024 };
    return (await run(command, [program, file, folder], options)).stdout;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
