import pino from "pino";

export type Logger = pino.Logger;

// Twelve to nineteen digits, perhaps spaced or hyphenated, that a card number could be.
const CARD_LIKE = /(?<![\d.-])\d(?:[ -]?\d){11,18}(?![\d-])/g;
const API_KEY = /vz_(test|live)_[0-9a-z]+/g;
const SESSION = /ses_[0-9a-z]{20,}/g;

/** The second line of defence: what slipped into a log line as a number or key leaves masked. */
export function maskText(text: string): string {
  return text
    .replace(CARD_LIKE, (digits) => `${digits.slice(0, 4)}…${digits.slice(-4)}`)
    .replace(API_KEY, "vz_$1_…")
    .replace(SESSION, (id) => `${id.slice(0, 12)}…`);
}

/**
 * JSON lines on the given stream (standard output), each masked as a whole before it is written.
 */
export function createLogger(
  level: string,
  destination: { write(line: string): void } = process.stdout,
): Logger {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    { write: (line: string) => destination.write(maskText(line)) },
  );
}
