import { CommandError } from "./output.ts";

/** A status, or the beginning of one. */
export function statusOf(text: string | undefined): string | undefined {
  if (text === undefined || /^[1-5](\d\d|\dx|xx)$/.test(text)) return text;
  throw new CommandError("--status must be a status such as 402, or 4xx");
}
