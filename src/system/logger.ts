import pino from "pino";
import { visibleText } from "../kernel/text.ts";

export type Logger = pino.Logger;

// Twelve to nineteen digits, optionally spaced or hyphenated, which may be a card number.
const CARD_LIKE = /(?<![\d.-])\d(?:[ -]?\d){11,18}(?![\d-])/g;
/**
 * The fields of a line whose ids stay whole. Of random ids in hexadecimal digits, one in forty
 * holds as many decimal digits in a row as a card number, and a line is found by its ids. Request
 * ids are masked before they are logged; the ids of traces and spans have no other form than this.
 * The quotes of a text within a line are escaped, so no text can look like such a field.
 */
const ID_FIELD = /("request_id":"[^"\\]*"|"trace_id":"[0-9a-f]{32}"|"span_id":"[0-9a-f]{16}")/;
const API_KEY = /vz_(test|live|operator)_[0-9a-z]+/g;
const SESSION = /ses_[0-9a-z]{20,}/g;

/**
 * Masks card numbers and API keys that have slipped into a text: the second line of defence.
 */
export function maskText(text: string): string {
  return text
    .replace(CARD_LIKE, (digits) => `${digits.slice(0, 4)}…${digits.slice(-4)}`)
    .replace(API_KEY, "vz_$1_…")
    .replace(SESSION, (id) => `${id.slice(0, 12)}…`);
}

/** Masks a JSON line of the log except for its ids, and shows what a terminal would act on. */
function maskLine(line: string): string {
  // The pattern's group keeps the fields between the parts, at the odd places.
  const parts = line.split(ID_FIELD);
  const masked = parts.map((part, index) => (index % 2 === 0 ? maskText(part) : part)).join("");
  return visibleText(masked);
}

type Destination = { write(text: string): void };

/** The fields of every line, by which a store of logs tells processes apart. */
export type LoggedProcess = {
  readonly service: string;
  readonly version: string;
  readonly instance: string;
};

export type LogSource = LoggedProcess & {
  /** Fields of a line that depend on the work that writes it. */
  readonly fields?: (() => Readonly<Record<string, string>>) | undefined;
};

/**
 * Writes JSON lines to the given stream (standard output); each whole line is masked.
 */
export function createLogger(
  level: string,
  destination: Destination = collected(process.stdout),
  source?: LogSource,
): Logger {
  const { fields, ...base } = source ?? {};
  return pino(
    {
      level,
      base: source === undefined ? null : base,
      timestamp: pino.stdTimeFunctions.isoTime,
      ...(fields === undefined ? {} : { mixin: fields }),
    },
    { write: (line: string) => destination.write(maskLine(line)) },
  );
}

/**
 * Writes the lines of one turn of the event loop at once, because each write is a system call. The
 * end of the process writes the rest.
 */
function collected(destination: Destination): Destination {
  let lines = "";
  const flush = (): void => {
    const text = lines;
    lines = "";
    if (text !== "") destination.write(text);
  };
  process.on("exit", flush);
  return {
    write(line) {
      if (lines === "") setImmediate(flush);
      lines += line;
    },
  };
}
