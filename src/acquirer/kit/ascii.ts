/** Letters that Unicode does not decompose into a Latin letter and a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ı: "i",
  ß: "ss",
  æ: "ae",
  Æ: "AE",
  ø: "o",
  Ø: "O",
  ł: "l",
  Ł: "L",
  "’": "'",
  "‘": "'",
  "“": '"',
  "”": '"',
  "–": "-",
  "—": "-",
};

/**
 * Writes a text with ASCII letters only, as several banks demand: `Şule Çağıl` becomes
 * `Sule Cagil`. Characters without such a letter become a blank.
 */
export function toAscii(text: string): string {
  const letters = text.replace(/[^\u0000-\u007f]/gu, (letter) => LETTERS[letter] ?? letter);
  return letters
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\u0020-\u007e]/gu, " ");
}

/** A name for a field of at most `length` characters, in ASCII and without repeated blanks. */
export function asciiName(text: string, length: number): string {
  return toAscii(text).replace(/ +/g, " ").trim().slice(0, length).trim();
}
