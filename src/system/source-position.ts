/** The fields of a source map (ECMA-426) by which positions are found. */
export type SourceMap = { readonly sources: readonly string[]; readonly mappings: string };

/** A position in generated code; both numbers count from 1, as in a stack trace. */
export type Position = { readonly line: number; readonly column: number };

export type SourcePosition = Position & { readonly source: string };

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/** The value of each digit, by the code of its character. */
const VALUES = new Uint8Array(128);
for (let value = 0; value < DIGITS.length; value += 1) VALUES[DIGITS.charCodeAt(value)] = value;
const LINE_END = ";".charCodeAt(0);
const SEGMENT_END = ",".charCodeAt(0);
/** A digit has five bits of a number, and a bit that says whether another digit follows. */
const DIGIT_BITS = 5;
const MORE = 1 << DIGIT_BITS;

/** The numbers of a segment, each the difference to the segment before it. */
const [GENERATED_COLUMN, SOURCE, LINE, COLUMN] = [0, 1, 2, 3];

/**
 * Finds the place in the sources of a position in generated code: that of the last segment of its
 * line at or before its column. It reads the mappings up to that line and keeps nothing of them:
 * Node's own `SourceMap` makes an object of each segment, which takes 20 MB for a large bundle.
 */
export function sourcePosition(
  { sources, mappings }: SourceMap,
  { line, column }: Position,
): SourcePosition | undefined {
  const at = [0, 0, 0, 0];
  let found: SourcePosition | undefined;
  let generatedLine = 1;
  let field = 0;
  let value = 0;
  let shift = 0;
  for (let index = 0; index < mappings.length && generatedLine <= line; index += 1) {
    const code = mappings.charCodeAt(index);
    const digit = VALUES[code] ?? 0;
    if (code === LINE_END || code === SEGMENT_END) {
      field = 0;
      if (code === SEGMENT_END) continue;
      generatedLine += 1;
      at[GENERATED_COLUMN] = 0;
    } else if (digit >= MORE) {
      value += (digit - MORE) * 2 ** shift;
      shift += DIGIT_BITS;
    } else {
      at[field] = (at[field] ?? 0) + signed(value + digit * 2 ** shift);
      value = 0;
      shift = 0;
      if (field === COLUMN && generatedLine === line && (at[GENERATED_COLUMN] ?? 0) < column) {
        found = placeOf(sources, at);
      }
      field += 1;
    }
  }
  return found;
}

function signed(value: number): number {
  const half = Math.floor(value / 2);
  return value % 2 === 1 ? -half : half;
}

function placeOf(sources: readonly string[], at: readonly number[]): SourcePosition | undefined {
  const source = sources[at[SOURCE] ?? 0];
  if (source === undefined) return undefined;
  return { source, line: (at[LINE] ?? 0) + 1, column: (at[COLUMN] ?? 0) + 1 };
}
