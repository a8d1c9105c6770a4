/** Names that senders give a file until it is complete. */
const UNFINISHED = /\.(?:part|partial|tmp|temp|filepart|crdownload|writing)$/i;

/** True for a file that is to be read: it has a fitting name, and none of an unfinished one. */
export function isWanted(name: string, pattern: string): boolean {
  if (name.startsWith(".") || UNFINISHED.test(name)) return false;
  return pattern === "" || fits(name.toLowerCase(), pattern.toLowerCase());
}

/** A name with which a file can be asked for and told about. */
export function isUsable(name: string): boolean {
  return name.length <= 255 && !/[\u0000-\u001f\u007f/\ufffd]/.test(name);
}

/**
 * Compares a name with a pattern in which `*` stands for any text and `?` for one character. Only
 * the last `*` is tried again, so the time is at most the product of the two lengths.
 */
function fits(name: string, pattern: string): boolean {
  let [at, place] = [0, 0];
  let star: { readonly place: number; at: number } | undefined;
  while (at < name.length) {
    const wanted = pattern[place];
    if (wanted === "*") {
      star = { place, at };
      place += 1;
    } else if (wanted === "?" || wanted === name[at]) {
      at += 1;
      place += 1;
    } else if (star !== undefined) {
      star.at += 1;
      [at, place] = [star.at, star.place + 1];
    } else return false;
  }
  return /^\**$/.test(pattern.slice(place));
}
