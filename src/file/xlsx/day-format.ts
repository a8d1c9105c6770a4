import { toIso, instant } from "../../kernel/clock.ts";

/** Built-in formats of numbers that show a day (ECMA-376, 18.8.30). */
const BUILT_IN = new Set([14, 15, 16, 17, 22]);
/** Characters after which one character is text, and those that enclose text. */
const BEFORE_TEXT = "\\_*";
const AROUND_TEXT: Readonly<Record<string, string>> = { '"': '"', "[": "]" };

/** True if cells of the format show days: its code has letters of days and years. */
export function showsDay(id: number, code: string | undefined): boolean {
  if (code === undefined) return BUILT_IN.has(id);
  return /[dy]/i.test(lettersOf(code));
}

/** The letters of the format for positive numbers, without text, colours and currencies. */
function lettersOf(code: string): string {
  let letters = "";
  for (let at = 0; at < code.length && code[at] !== ";"; at += 1) {
    const letter = code.charAt(at);
    const end = AROUND_TEXT[letter];
    if (BEFORE_TEXT.includes(letter)) at += 1;
    else if (end === undefined) letters += letter;
    else {
      const closing = code.indexOf(end, at + 1);
      at = closing === -1 ? code.length : closing;
    }
  }
  return letters;
}

const DAY_MS = 86_400_000;
/** Day 0, from March 1900 on; workbooks of old Macs count from 1904. */
const DAY_ZERO = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) };
const SERIAL_MAX = 2_958_465;

/**
 * The day of a serial number, `YYYY-MM-DD`; its part behind the point is the time of the day and is
 * dropped. Undefined for a number that is no day.
 */
export function dayOfSerial(number: string, base: 1900 | 1904): string | undefined {
  const [whole = ""] = number.split(".");
  const days = /^\d{1,7}$/.test(whole) ? Number(whole) : Number.NaN;
  if (!(days >= 61 && days <= SERIAL_MAX)) return undefined;
  return toIso(instant(DAY_ZERO[base] + days * DAY_MS)).slice(0, 10);
}
