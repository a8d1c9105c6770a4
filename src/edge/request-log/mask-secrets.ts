/** Ten digits or more, with up to three signs between two of them. */
const LONG_NUMBER = /\d(?:[^A-Za-z\d]{0,3}\d){9,}/g;
/** The same in any script; slower, and seldom needed. */
const LONG_NUMBER_ANYWHERE = /\p{Nd}(?:[^\p{L}\p{N}]{0,3}\p{Nd}){9,}/gu;
const BEYOND_ASCII = /[^\0-\x7f]/;
const SHORTEST_NUMBER = 10;
const EMAIL = /[^\s/@]+@[^\s/@]+/g;
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
  const nameless = named.includes("@") ? named.replace(EMAIL, "[email]") : named;
  if (nameless.length < SHORTEST_NUMBER) return nameless;
  const isAscii = !BEYOND_ASCII.test(nameless);
  return nameless.replace(isAscii ? LONG_NUMBER : LONG_NUMBER_ANYWHERE, "[digits]");
}
