import { instant, type Instant } from "../../kernel/clock.ts";
import { CommandError } from "./output.ts";

/** Reads a moment with its zone, `2026-12-01T00:00:00+03:00`. @throws CommandError */
export function momentOf(text: string, option: string): Instant {
  const at = Date.parse(text);
  const isExact = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text);
  if (isExact && !Number.isNaN(at)) return instant(at);
  throw new CommandError(`${option} must be a moment such as 2026-12-01T00:00:00+03:00`);
}
