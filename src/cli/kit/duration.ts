import { DAY, HOUR, MINUTE, SECOND } from "../../kernel/clock.ts";
import { CommandError } from "./output.ts";

/** The units of a duration, in ms. */
export const UNITS: Readonly<Record<string, number>> = { s: SECOND, m: MINUTE, h: HOUR, d: DAY };

/** Parses `90s`, `30m`, `24h`, `7d` or `0` into ms. */
export function durationOf(text: string, { name, most }: { name: string; most: string }): number {
  const duration = read(text);
  if (duration !== undefined && duration <= (read(most) ?? 0)) return duration;
  throw new CommandError(`${name} must be 0, or a time such as 30m, 24h or 7d, up to ${most}`);
}

function read(text: string): number | undefined {
  if (text === "0") return 0;
  const [, count, unit = ""] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const ms = UNITS[unit];
  return count === undefined || ms === undefined ? undefined : Number(count) * ms;
}
