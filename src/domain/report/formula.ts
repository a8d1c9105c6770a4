/** Characters that begin a spreadsheet formula, in ASCII and full-width form (ASVS 1.2.10). */
export const FORMULA_STARTS = "=+-@\t\r\n＝＋－＠";

/** Leading characters that some spreadsheets ignore. */
export const IGNORED_STARTS =
  " \v\f\u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a" +
  "\u200b\u200c\u200d\u2028\u2029\u202f\u205f\u2060\u3000\ufeff";

/** Characters between the fields of a file for one language or another, and between its lines. */
export const SEPARATORS = ",;\t\r\n";

/** Characters that begin a formula behind a separator inside a text. */
export const INNER_STARTS = "=+-@＝＋－＠";

const INNER = new RegExp(
  `([${SEPARATORS}]["${IGNORED_STARTS}]*)([${INNER_STARTS.replace("-", String.raw`\-`)}])`,
  "g",
);

/**
 * A text that a spreadsheet does not read as a formula; an apostrophe makes it harmless. A
 * spreadsheet of another language splits a text at its own separator, whatever quotes it, so the
 * characters behind a separator inside the text count too.
 */
export function harmlessText(text: string): string {
  return harmlessStart(text.replace(INNER, "$1'$2"));
}

function harmlessStart(text: string): string {
  let at = 0;
  while (at < text.length && IGNORED_STARTS.includes(text.charAt(at))) at += 1;
  const [first, begin] = [text.charAt(0), text.charAt(at)];
  const isFormula =
    (first !== "" && FORMULA_STARTS.includes(first)) ||
    (begin !== "" && FORMULA_STARTS.includes(begin));
  return isFormula ? `'${text}` : text;
}
