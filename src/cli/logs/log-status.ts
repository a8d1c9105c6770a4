import { CommandError } from "../kit/output.ts";

/** Parses a status such as `402`, or a class such as `4xx`. */
export function statusOf(text: string | undefined): string | undefined {
  if (text === undefined || /^[1-5](\d\d|\dx|xx)$/.test(text)) return text;
  throw new CommandError("--status must be a status such as 402, or 4xx");
}
