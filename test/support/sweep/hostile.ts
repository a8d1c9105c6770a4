/** Characters that have been expensive for some parser, each of which is repeated. */
const SIGNS = [
  "a",
  "9",
  " ",
  "\t",
  '"',
  "'",
  "\\",
  "<",
  "&",
  "%",
  "@",
  "_",
  "-",
  ".",
  ",",
  ";",
  ":",
  "=",
  "/",
  "[",
  "{",
  "(",
  "\n",
  "A",
  "AAAA ",
  "a@",
  "<a ",
  "&#",
  "9 ",
  "a=b;",
  "%25",
  "../",
  "İ",
  "\u0301",
  "\ufdfa",
  "\u2028",
  "👩\u200d",
] as const;

/** A text of a given length, by the pieces that it repeats. */
export type Growing = { readonly name: string; readonly of: (length: number) => string };

/**
 * Two for each character: the second ends differently, so that a pattern fails after a long match.
 */
export const GROWING: readonly Growing[] = SIGNS.flatMap((sign) => [
  { name: JSON.stringify(sign), of: (length) => repeated(sign, length) },
  {
    name: `${JSON.stringify(sign)} and an end`,
    of: (length) => `${repeated(sign, length - 1)}\u0001`,
  },
]);

/** Returns the values one after the other, and again from the first. */
export function growingInTurn(): () => Growing {
  let turn = -1;
  return () => {
    turn = (turn + 1) % GROWING.length;
    return GROWING[turn] as Growing;
  };
}

function repeated(sign: string, length: number): string {
  return sign.repeat(Math.ceil(length / sign.length)).slice(0, length);
}
