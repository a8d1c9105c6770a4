import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { errorMessage } from "../../kernel/thrown.ts";
import { defineCommand } from "../kit/command.ts";
import { isSetName, makePart, partText } from "../../vault/key-parts.ts";
import { createSystemRandom } from "../../system/random.ts";
import { json } from "../kit/arguments.ts";
import { endWell } from "../kit/command-end.ts";
import { CommandError, print } from "../kit/output.ts";
import { UsageError } from "../kit/usage-error.ts";

const PARTS_MOST = 9;

/** `vezne vault make-parts` makes a new key in parts, each for another custodian. */
export const makeParts = defineCommand({
  meta: {
    name: "make-parts",
    description:
      "Make the parts of a new key, each in a file for another custodian; with --number and --of " +
      "only one part, so that no person sees two",
  },
  args: {
    to: { type: "string", required: true, description: "The files, separated by commas" },
    set: {
      type: "string",
      description: "Name of the key, the same for all parts; default: the date",
    },
    number: { type: "string", description: "Number of the part to make" },
    of: { type: "string", description: "Number of parts of the key" },
    json,
  },
  run: ({ args }) =>
    endWell(async () => {
      const files = filesOf(args.to);
      const set = args.set ?? new Date().toISOString().slice(0, 10);
      if (!isSetName(set)) throw new UsageError("--set must be of a to z, digits and hyphens");
      const random = createSystemRandom();
      const parts = placesOf(files, args).map(({ file, ...place }) => ({
        file,
        part: makePart(random, { set, ...place }),
      }));
      for (const { file, part } of parts) await write(file, `${partText(part)}\n`);
      const made = parts.map(({ file, part: { number, count } }) => ({ file, number, of: count }));
      const lines = made.map(({ file, number, of }) => `part ${number} of ${of}  ${file}`);
      print({ json: { set, parts: made }, text: [`key ${set}`, ...lines].join("\n") }, args.json);
    }),
});

type Place = { readonly file: string; readonly number: number; readonly count: number };
type PartArguments = { readonly number?: string | undefined; readonly of?: string | undefined };

function placesOf(files: readonly string[], { number, of }: PartArguments): readonly Place[] {
  if (number === undefined && of === undefined) {
    if (files.length >= 2 && files.length <= PARTS_MOST) {
      return files.map((file, at) => ({ file, number: at + 1, count: files.length }));
    }
    throw new UsageError(`--to must name two to ${PARTS_MOST} files`);
  }
  const [file, ...others] = files;
  if (file === undefined || others.length > 0) {
    throw new UsageError("--to must name one file where --number says which part it is");
  }
  const [place, count] = [digit(number), digit(of)];
  if (count >= 2 && place >= 1 && place <= count) return [{ file, number: place, count }];
  throw new UsageError(`--number and --of must be such as 1 and 2, at most ${PARTS_MOST}`);
}

function digit(text = ""): number {
  return /^[1-9]$/.test(text) ? Number(text) : 0;
}

function filesOf(text: string): readonly string[] {
  const files = text.split(",").map((file) => file.trim());
  return files.filter((file) => file !== "").map((file) => resolve(file));
}

/** Writes a file that only its owner may read; an existing file is not overwritten. */
async function write(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text, { mode: 0o600, flag: "wx", flush: true });
  } catch (error) {
    const cause = errorMessage(error);
    throw new CommandError(`${file} can't be written: ${cause}`);
  }
}
