/** Rows of keyboards (Turkish Q and F, English), the alphabet and the digits. */
const SEQUENCES = [
  "0123456789",
  "1234567890",
  "abcdefghijklmnopqrstuvwxyz",
  "abcçdefgğhıijklmnoöprsştuüvyz",
  "qwertyuiop",
  "qwertyuıopğü",
  "asdfghjkl",
  "asdfghjklşi",
  "zxcvbnm",
  "zxcvbnmöç",
  "fgğıodrnhpqw",
  "uieaütkmlyş",
  "jövcçzsb",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik",
].flatMap((row) => [foldForGuessing(row), foldForGuessing(Array.from(row).toReversed().join(""))]);

/** The least number of consecutive characters of a sequence that count as a pattern. */
const RUN_MIN = 4;

/**
 * Returns a text in the form of the list of common passwords: in lower case, without the marks of
 * Turkish letters. Disguises such as `p4ssword` are kept, because that list contains usual ones.
 */
export function foldForGuessing(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replaceAll("İ", "i")
    .toLowerCase()
    .replaceAll("ı", "i");
}

/**
 * Returns the folded text with a space in place of every predictable part: repetitions of the text,
 * runs of one character, pieces of an alphabet or a keyboard, and years.
 */
export function withoutPatterns(text: string): string {
  return withoutSequences(withoutRepeats(foldForGuessing(text)))
    .replace(/(?<!\d)(?:19|20)\d\d(?!\d)/g, " ")
    .replace(/(.)\1{2,}/gu, " ");
}

/** Returns the shortest part whose repetition makes the whole text; else the text itself. */
function withoutRepeats(text: string): string {
  for (let length = 1; length <= text.length / 2; length += 1) {
    const part = text.slice(0, length);
    const times = Math.ceil(text.length / length);
    if (part.repeat(times).startsWith(text)) return part;
  }
  return text;
}

function withoutSequences(text: string): string {
  let rest = "";
  let from = 0;
  while (from < text.length) {
    const run = runAt(text, from);
    rest += run < RUN_MIN ? text.slice(from, from + 1) : " ";
    from += run < RUN_MIN ? 1 : run;
  }
  return rest;
}

/** Returns how many characters from `from` on follow one another in one of the sequences. */
function runAt(text: string, from: number): number {
  const lengths = SEQUENCES.map((sequence) => {
    const start = sequence.indexOf(text.slice(from, from + 2));
    if (start < 0) return 0;
    let length = 0;
    while (start + length < sequence.length && sequence[start + length] === text[from + length]) {
      length += 1;
    }
    return length;
  });
  return Math.max(...lengths);
}
