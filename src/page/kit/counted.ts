/**
 * An English count with its noun: `1 payment`, `2 payments`. The count may be a formatted number.
 */
export function counted(count: number | string, noun: string): string {
  return `${count} ${noun}${String(count) === "1" ? "" : "s"}`;
}
