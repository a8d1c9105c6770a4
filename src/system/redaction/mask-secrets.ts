import { passesLuhn } from "../../domain/card/card-number.ts";

/** A run of digits, with up to three characters that are no letters between two digits. */
const NUMBER = /\d(?:[^A-Za-z\d]{0,3}\d)*/g;
/**
 * An id of an order, a refund, an attempt, an event, an endpoint or a connection (`kernel/ids.ts`).
 * One id in ten thousand holds ten digits in a row by chance.
 */
const ID = /\b(?:(?:ORD|REF)-[\dA-HJKMNP-TV-Z]{27}|(?:att|evt|whe|acq)_[\da-hjkmnp-tv-z]{27})\b/;
const ID_OR_NUMBER = new RegExp(`${ID.source}|${NUMBER.source}`, "g");
/** As many digits as the shortest card number; an id with these is masked. */
const CARD_DIGITS = /\d{12}/;
const BEYOND_ASCII = /[^\0-\x7f]/;
const DIGIT = /\p{Nd}/u;
const LETTER_OR_NUMBER = /[\p{L}\p{N}]/u;
/** The length in digits from which a number is masked. */
const SHORTEST_NUMBER = 10;
const WORD = /[^\s/]+/g;
const SECRETS = /\b(vz_(?:test|live)|whsec|tok|ses)_([\w+/=-]{4})[\w+/=-]*/g;
/** A pattern of its own, because with it `SECRETS` could not be shown to take linear time. */
const OPERATOR_KEYS = /\bvz_operator_(\w{4})\w*/g;
const SHORTEST_SECRET = 3;

/**
 * Masks every number of ten or more digits, which could belong to a card, an identity or a
 * telephone, whether or not its check digit is right; every e-mail address; and all keys, card
 * tokens, signing secrets and session ids, of which the prefix and four further characters stay.
 */
export function maskSecrets(text: string): string {
  if (text.length < SHORTEST_SECRET) return text;
  const named = text.includes("_") ? maskNamed(text) : text;
  const nameless = named.includes("@") ? named.replace(WORD, maskAddress) : named;
  if (nameless.length < SHORTEST_NUMBER) return nameless;
  if (BEYOND_ASCII.test(nameless)) return maskNumbersOfAnyScript(nameless);
  if (!hasDigits(nameless, SHORTEST_NUMBER)) return nameless;
  return nameless.replace(ID_OR_NUMBER, (found) => (isId(found) ? found : maskNumbers(found)));
}

/** True for a match of `ID_OR_NUMBER` that is an id and can't hold a card number. */
function isId(found: string): boolean {
  return !/^\d/.test(found) && !CARD_DIGITS.test(found);
}

function maskNumbers(text: string): string {
  return text.replace(NUMBER, (number) => (isLong(number) ? "[digits]" : number));
}

function maskNamed(text: string): string {
  return text.replace(SECRETS, "$1_$2…").replace(OPERATOR_KEYS, "vz_operator_$1…");
}

/** True if a text has so many ASCII digits; most texts have not, and need no search for numbers. */
function hasDigits(text: string, count: number): boolean {
  let missing = count;
  for (let index = 0; index < text.length && missing > 0; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= ZERO && code <= NINE) missing -= 1;
  }
  return missing <= 0;
}

const ZERO = 0x30;
const NINE = 0x39;

/**
 * Masks a word with an @ between two characters, because it may be or contain an e-mail address.
 */
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

/**
 * The number of characters after the wanted length that are masked with it. This is longer than a
 * card number with three other characters between its digits, and than the local part of an e-mail
 * address.
 */
const SEAM = 256;

/**
 * The first `length` characters of a masked text. The text is cut before it is masked, so the work
 * depends on `length` and not on the length of the text. `SEAM` further characters are masked with
 * it, so that a secret is recognised although the final cut divides it.
 */
export function maskStart(text: string, length: number): string {
  return maskSecrets(text.slice(0, length + SEAM)).slice(0, length);
}

/**
 * Masks long numbers in digits of any script. The text is searched in a copy with ASCII digits,
 * because a pattern with the digit classes of all scripts takes a quarter of a second to compile.
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
/** The lengths of card numbers, in digits. */
const CARD_LENGTH = { min: 12, max: 19 };

/**
 * Masks a request id, which may be a long number: only digit runs with the length and check digit
 * of a card number are masked, and longer runs, which could contain one.
 */
export function maskRequestId(text: string): string {
  if (!hasDigits(text, CARD_LENGTH.min)) return text;
  return text.replace(RUN, (run) => {
    const digits = digitsOf(run);
    if (digits.length < CARD_LENGTH.min) return run;
    return digits.length > CARD_LENGTH.max || passesLuhn(digits) ? "[digits]" : run;
  });
}
