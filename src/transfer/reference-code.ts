import type { Random } from "../kernel/random.ts";

/**
 * What a customer writes into a transfer's description: eight random characters and two that check
 * them. Characters that people or banks mistake for one another are left out (0/O, 1/I/İ/ı, 5/S/Ş,
 * 8/B, Q, W), and so is every letter that changes when a Turkish bank folds it.
 */
const ALPHABET = "234679ACDEFGHJKLMNPRTUVXYZ";
const BASE = ALPHABET.length;
const PAYLOAD = 8;
const LENGTH = PAYLOAD + 2;
/**
 * The largest prime below 26². Modulo a prime no single wrong character and no swap of neighbours
 * within the eight leaves the check as it was.
 */
const MODULUS = 673;
/** Bytes from here on would make some characters likelier than others. */
const FAIR = 256 - (256 % BASE);

export function newReferenceCode(random: Random): string {
  let payload = "";
  while (payload.length < PAYLOAD) {
    for (const byte of random.bytes(LENGTH)) {
      if (byte < FAIR && payload.length < PAYLOAD) payload += ALPHABET.charAt(byte % BASE);
    }
  }
  return payload + checkOf(payload);
}

/** Whether a text is a code, in the form that `foldText` gives. */
export function isReferenceCode(text: string): boolean {
  if (text.length !== LENGTH) return false;
  return isOfAlphabet(text) && checkOf(text.slice(0, PAYLOAD)) === text.slice(PAYLOAD);
}

/**
 * The codes that a description may contain, each once. Banks join words, break lines and drop
 * hyphens, so that every place of the folded text may be the beginning of one.
 */
export function findReferenceCodes(description: string): readonly string[] {
  const text = foldText(description);
  const codes = new Set<string>();
  for (let start = 0; start + LENGTH <= text.length; start += 1) {
    const candidate = text.slice(start, start + LENGTH);
    if (isReferenceCode(candidate)) codes.add(candidate);
  }
  return [...codes];
}

/**
 * The code of which a description that was cut off has only the beginning: banks cut long texts.
 * The check characters may be missing, for they follow from the eight before them, and those alone
 * are hit by chance once in two hundred thousand million times. Each of the texts that a statement
 * has of one transfer, with bars between them, may be the one that was cut.
 */
export function findCutCodes(description: string): readonly string[] {
  const texts = description.split(" | ").map(foldText);
  const codes = texts.flatMap((text) =>
    [PAYLOAD, LENGTH - 1].flatMap((length) => cutCode(text, length)),
  );
  return [...new Set(codes)];
}

function cutCode(text: string, length: number): readonly string[] {
  const tail = text.slice(-length);
  const payload = tail.slice(0, PAYLOAD);
  if (tail.length < length || !isOfAlphabet(payload)) return [];
  const code = payload + checkOf(payload);
  return code.startsWith(tail) ? [code] : [];
}

/** Capitals and digits only: İ, I, ı and i become I, ş becomes S, and all else is dropped. */
export function foldText(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "");
}

function isOfAlphabet(text: string): boolean {
  for (const character of text) if (!ALPHABET.includes(character)) return false;
  return true;
}

function checkOf(payload: string): string {
  let value = 0;
  for (const character of payload) value = (value * BASE + ALPHABET.indexOf(character)) % MODULUS;
  return ALPHABET.charAt(Math.floor(value / BASE)) + ALPHABET.charAt(value % BASE);
}
