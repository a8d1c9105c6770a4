import type { FatalHistory } from "../../system/fatal-record.ts";
import { DAY } from "../../kernel/clock.ts";
import { ok, warning, type Check } from "./check.ts";

/** Checks whether an uncaught error ended a process of this installation recently. */
export function checkFatalErrors({ counts, last }: FatalHistory, now: number): Check {
  const name = "fatal errors";
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (total === 0 || last === undefined) return ok(name, "none so far");
  const detail = `${total} so far, the last at ${last.at}: ${last.message}`;
  if (now - Date.parse(last.at) > DAY) return ok(name, detail);
  const advice = "The service was started again. Report the log lines of that time as a defect.";
  return warning(name, detail, advice);
}
