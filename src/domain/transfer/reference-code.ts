import type { Random } from "../../kernel/random.ts";

/**
 * The alphabet of a reference code, which has eight random characters and two check characters.
 * Characters that people or banks confuse are left out (0/O, 1/I/İ/ı, 5/S/Ş, 8/B, Q, W), as is
 * every letter that changes when a Turkish bank writes a text without Turkish letters.
 */
const ALPHABET = "234679ACDEFGHJKLMNPRTUVXYZ";
const BASE = ALPHABET.length;
const PAYLOAD = 8;
const LENGTH = PAYLOAD + 2;
/**
 * The largest prime below 26². With a prime modulus, no single wrong character and no swap of
 * neighbours within the eight characters keeps the check characters valid.
 */
const MODULUS = 673;
/**
 * Bytes from here on are drawn again, because they would make some characters more likely than
 * others.
 */
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

/** True if a text, in the form that `foldText` returns, is a reference code. */
export function isReferenceCode(text: string): boolean {
  if (text.length !== LENGTH) return false;
  return isOfAlphabet(text) && checkOf(text.slice(0, PAYLOAD)) === text.slice(PAYLOAD);
}

/**
 * Returns the codes that a description may contain, each once. Banks join words, break lines and
 * drop hyphens, so a code may begin at every place of the folded text.
 */
export function findReferenceCodes(description: string): readonly string[] {
  return [...new Set(readings(description).flatMap(codesIn))];
}

function codesIn(description: string): readonly string[] {
  const text = foldText(description);
  const codes: string[] = [];
  for (let start = 0; start + LENGTH <= text.length; start += 1) {
    const candidate = text.slice(start, start + LENGTH);
    if (isReferenceCode(candidate)) codes.push(candidate);
  }
  return codes;
}

/** A sign and two digits, with which banks number the parts of a text: `?21`, `~21`, `>21`. */
const SUBFIELD_MARK = /[^\p{L}\p{N}\s]\d\d/gu;

/** A bank may end a part within a code, and a payer may write a hyphen before two digits of one. */
function readings(description: string): readonly string[] {
  const unmarked = description.replace(SUBFIELD_MARK, "");
  return unmarked === description ? [description] : [description, unmarked];
}

/**
 * Returns the codes of which a truncated description has only the beginning, because banks cut long
 * texts. One or both check characters may be missing: they are computed from the eight characters
 * before them. Other text equals the eight characters of a given code by chance once in two hundred
 * thousand million times. A statement may hold several texts of one transfer, separated by bars,
 * and each of them may be the truncated one.
 */
export function findCutCodes(description: string): readonly string[] {
  const texts = description.split(" | ").flatMap(readings).map(foldText);
  const codes = texts.flatMap((text) =>
    [PAYLOAD, LENGTH - 1].flatMap((length) => cutCode(text, length)),
  );
  return [...new Set(codes)];
}

/** Returns the codes that a line's text may contain, whole or cut at the end. */
export function findAllCodes(description: string): ReadonlySet<string> {
  return new Set([...findReferenceCodes(description), ...findCutCodes(description)]);
}

function cutCode(text: string, length: number): readonly string[] {
  const tail = text.slice(-length);
  const payload = tail.slice(0, PAYLOAD);
  if (tail.length < length || !isOfAlphabet(payload)) return [];
  const code = payload + checkOf(payload);
  return code.startsWith(tail) ? [code] : [];
}

/**
 * Keeps capitals and digits only: İ, I, ı and i become I, ş becomes S, and all other characters are
 * dropped.
 */
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
