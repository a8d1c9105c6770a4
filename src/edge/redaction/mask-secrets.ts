import { passesLuhn } from "../../card/card-number.ts";

/** Digits with up to three signs between two of them. */
const NUMBER = /\d(?:[^A-Za-z\d]{0,3}\d)*/g;
const BEYOND_ASCII = /[^\0-\x7f]/;
const DIGIT = /\p{Nd}/u;
const LETTER_OR_NUMBER = /[\p{L}\p{N}]/u;
/** In digits. */
const SHORTEST_NUMBER = 10;
const WORD = /[^\s/]+/g;
const SECRETS = /\b(vz_(?:test|live)|whsec|tok|ses)_([\w+/=-]{4})[\w+/=-]*/g;
const SHORTEST_SECRET = 3;

/**
 * A text without what could be the number of a card, an identity or a telephone, whether its check
 * digit is right or not, without e-mail addresses, and without keys, card tokens, signing secrets
 * and session ids, of which the kind and the beginning are left.
 */
export function maskSecrets(text: string): string {
  if (text.length < SHORTEST_SECRET) return text;
  const named = text.includes("_") ? text.replace(SECRETS, "$1_$2…") : text;
  const nameless = named.includes("@") ? named.replace(WORD, maskAddress) : named;
  if (nameless.length < SHORTEST_NUMBER) return nameless;
  return BEYOND_ASCII.test(nameless)
    ? maskNumbersOfAnyScript(nameless)
    : nameless.replace(NUMBER, (number) => (isLong(number) ? "[digits]" : number));
}

/** A word with an @ between two characters may be an e-mail address, or hold one. */
function maskAddress(word: string): string {
  const at = word.indexOf("@", 1);
  return at < 0 || at === word.length - 1 ? word : "[email]";
}

function isLong(number: string): boolean {
  return number.length >= SHORTEST_NUMBER && digitsOf(number).length >= SHORTEST_NUMBER;
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, "");
}

/** Longer than a card number with three signs between its digits, or than an e-mail's name. */
const SEAM = 256;

/**
 * The first `length` characters of a masked text. The text is cut before it is masked, so that the
 * work depends on what is kept and not on what was sent; the seam keeps whole what is at the cut.
 */
export function maskStart(text: string, length: number): string {
  return maskSecrets(text.slice(0, length + SEAM)).slice(0, length);
}

/**
 * Looks for long numbers where each sign stands as its like in ASCII: the pattern with classes of
 * all scripts in it would take a quarter of a second to compile, in the midst of a request.
 */
function maskNumbersOfAnyScript(text: string): string {
  const signs = Array.from(text);
  const likes = signs.map(likeInAscii).join("");
  let masked = "";
  let from = 0;
  for (const { index, 0: number } of likes.matchAll(NUMBER)) {
    if (!isLong(number)) continue;
    masked += `${signs.slice(from, index).join("")}[digits]`;
    from = index + number.length;
  }
  return masked + signs.slice(from).join("");
}

function likeInAscii(sign: string): string {
  if (!BEYOND_ASCII.test(sign)) return sign;
  if (DIGIT.test(sign)) return "0";
  return LETTER_OR_NUMBER.test(sign) ? "a" : " ";
}

const RUN = /\d(?:[._~-]{0,3}\d)*/g;
/** In digits. */
const CARD_LENGTH = { min: 12, max: 19 };

/**
 * A request id, which may well be a number: what could be a card number by its length and its check
 * digit is taken out, and longer ones, in which one could be.
 */
export function maskRequestId(text: string): string {
  return text.replace(RUN, (run) => {
    const digits = digitsOf(run);
    if (digits.length < CARD_LENGTH.min) return run;
    return digits.length > CARD_LENGTH.max || passesLuhn(digits) ? "[digits]" : run;
  });
}
