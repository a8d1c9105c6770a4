/** A text in groups of four, in which a person compares it; copies are made of the text itself. */
export function inFours(text: string): string {
  return text.replace(/(.{4})(?=.)/g, "$1 ");
}
