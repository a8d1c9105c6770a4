import fc, { type Arbitrary } from "fast-check";
import { hostileText } from "./json-text.ts";
import { sampled } from "./sampled.ts";

const { VEZNE_FUZZ_READER_FILES, VEZNE_FUZZ_SEED } = process.env;
/** The files that each reader of files gets. */
export const FILES_A_READER = Number(VEZNE_FUZZ_READER_FILES ?? 1_000);
export const READER_SEED = Number(VEZNE_FUZZ_SEED ?? 20_264);

/** A stranger's text in one free field of a valid file. */
export type Planted = {
  /** The number of the field; a maker of files takes it modulo the number of its fields. */
  readonly field: number;
  /** The parts of the text, among them pieces of the format's structure. */
  readonly parts: readonly string[];
  /** The width at which the file wraps its texts. */
  readonly width: number;
  /** True if each part begins a line of the wrapped text. */
  readonly isAligned: boolean;
};

/** A format of files or answers into which texts are planted. */
export type FuzzedFormat = {
  readonly name: string;
  /** Pieces of the format's structure that a stranger may type. */
  readonly structure: readonly string[];
  readonly widths: readonly number[];
};

/** A reader of one kind of file, and the file into which texts are planted. */
export type FuzzedReader = FuzzedFormat & {
  /** Writes the file, reads it and tells what else than the planted text has changed. */
  readonly complaint: (planted: Planted) => string | undefined;
};

/** Plants texts into a file and returns the complaints, each with the text that caused it. */
export function plantTexts(
  { complaint, ...format }: FuzzedReader,
  run: { readonly seed: number; readonly count: number },
): readonly string[] {
  const complaints: string[] = [];
  for (const one of plantedTexts(format, run)) {
    const found = complaint(one);
    if (found !== undefined) complaints.push(`${format.name}: ${found}\n${JSON.stringify(one)}`);
  }
  return complaints;
}

/** The texts to plant, the same for the same seed. */
export function plantedTexts(
  { structure, widths }: FuzzedFormat,
  run: { readonly seed: number; readonly count: number },
): Generator<Planted> {
  const part = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...structure) },
    { weight: 2, arbitrary: hostileText },
    { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 80 }) },
  );
  const planted: Arbitrary<Planted> = fc.record({
    field: fc.nat(1_000),
    parts: fc.array(part, { minLength: 1, maxLength: 7 }),
    width: fc.constantFrom(...widths),
    isAligned: fc.boolean(),
  });
  return sampled(planted, run);
}

/**
 * Wraps a text behind the beginning of its first line. An aligned text is filled up so that each
 * part begins a line.
 */
export function wrapText(first: string, { parts, width, isAligned }: Planted): string {
  const joined = isAligned
    ? [first, ...parts].map((part) => filled(part, width)).join("")
    : `${first}${parts.join("")}`;
  const lines: string[] = [];
  for (let at = 0; at < joined.length; at += width) lines.push(joined.slice(at, at + width));
  return lines.join("\n");
}

function filled(part: string, width: number): string {
  return part.padEnd(Math.ceil(part.length / width) * width, "X");
}
