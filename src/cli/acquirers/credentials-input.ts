import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline/promises";
import { text } from "node:stream/consumers";
import { Writable } from "node:stream";
import type { CredentialForm } from "../../domain/connection/protocol-form.ts";
import { parseRecord } from "../../kernel/json.ts";
import { Secret, secretsOf } from "../../kernel/secret.ts";
import { errorMessage } from "../../kernel/thrown.ts";
import { CommandError } from "../kit/output.ts";

/** The argument that names the credentials; their values are never arguments. */
export const credentialsArgument = {
  type: "string",
  description:
    "File with the credentials, as JSON or as lines NAME=VALUE; - for standard input. Without " +
    "it, the command asks for each",
} as const;

/** Reads credentials from a file or standard input, or asks the person at the terminal. */
export async function readCredentials(
  place: string | undefined,
  fields: readonly CredentialForm[],
): Promise<Readonly<Record<string, Secret>>> {
  if (place === undefined) return ask(fields);
  const content = place === "-" ? await text(process.stdin) : await fileText(place);
  return secretsOf(parseCredentials(content));
}

/** @throws CommandError that never quotes the content */
export function parseCredentials(content: string): Readonly<Record<string, string>> {
  if (content.trimStart().startsWith("{")) return parseObject(content);
  const lines = content.split(/\r?\n/).filter((line) => line.trim() !== "" && !/^\s*#/.test(line));
  return Object.fromEntries(
    lines.map((line, index) => {
      const end = line.indexOf("=");
      const name = line.slice(0, Math.max(end, 0)).trim();
      if (!/^\w+$/.test(name)) {
        throw new CommandError(`line ${index + 1} of the credentials must be NAME=VALUE`);
      }
      return [name, line.slice(end + 1).trim()] as const;
    }),
  );
}

function parseObject(content: string): Readonly<Record<string, string>> {
  const values = parseRecord(content);
  if (values === undefined) {
    throw new CommandError("the credentials must be a JSON object, or lines NAME=VALUE");
  }
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (typeof value === "string") return [name, value] as const;
      throw new CommandError(`the credential ${name} must be a text`);
    }),
  );
}

async function fileText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const reason = errorMessage(error);
    throw new CommandError(`--credentials: ${reason}`, { cause: error });
  }
}

async function ask(fields: readonly CredentialForm[]): Promise<Readonly<Record<string, Secret>>> {
  if (!process.stdin.isTTY) {
    throw new CommandError(
      `--credentials must name a file, or - for standard input, with ${fields
        .map(({ name }) => name)
        .join(", ")}`,
    );
  }
  let isHidden = false;
  // The terminal echoes typed characters through this stream; those of a secret are left out.
  const echo = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!isHidden) process.stderr.write(chunk);
      done();
    },
  });
  const terminal = createInterface({ input: process.stdin, output: echo, terminal: true });
  try {
    const values: [string, Secret][] = [];
    for (const { name, title, isSecret, isRequired } of fields) {
      process.stderr.write(`${title.en}${isRequired ? "" : " (optional)"} [${name}]: `);
      isHidden = isSecret;
      const value = (await terminal.question("")).trim();
      isHidden = false;
      if (isSecret) process.stderr.write("\n");
      values.push([name, new Secret(value)]);
    }
    return Object.fromEntries(values);
  } finally {
    terminal.close();
  }
}
