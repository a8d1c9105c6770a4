/** Characters that begin a spreadsheet formula, in ASCII and full-width form (ASVS 1.2.10). */
export const FORMULA_STARTS = "=+-@\t\r\n＝＋－＠";

/** Leading characters that some spreadsheets ignore. */
export const IGNORED_STARTS =
  " \v\f\u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a" +
  "\u200b\u200c\u200d\u2028\u2029\u202f\u205f\u2060\u3000\ufeff";

/** A text that a spreadsheet does not read as a formula; an apostrophe makes it harmless. */
export function harmlessText(text: string): string {
  let at = 0;
  while (at < text.length && IGNORED_STARTS.includes(text.charAt(at))) at += 1;
  const [first, begin] = [text.charAt(0), text.charAt(at)];
  const isFormula =
    (first !== "" && FORMULA_STARTS.includes(first)) ||
    (begin !== "" && FORMULA_STARTS.includes(begin));
  return isFormula ? `'${text}` : text;
}
