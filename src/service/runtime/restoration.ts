import { SECOND, toIso } from "../../kernel/clock.ts";
import type { Installation } from "../installation/installation.ts";
import type { Round } from "./job.ts";

/** The pause between two looks at the mark of restored data, in ms. */
export const FOLLOW_RESTORATION_MS = 2 * SECOND;

type RestorationParts = Pick<Installation, "restorations" | "restored" | "logger">;

/** Reads whether the data were restored; a change is logged. */
export async function learnRestoration(parts: RestorationParts): Promise<void> {
  const { restorations, restored, logger } = parts;
  const wasOpen = restored.isOpen;
  const last = await restorations.read();
  restored.learn(last);
  if (restored.isOpen === wasOpen || last === undefined) return;
  const facts = { restored_at: toIso(last.restoredAt), data_until: toIso(last.dataUntil) };
  if (wasOpen) logger.warn(facts, "the restored data were compared; money is moved again");
  else
    logger.warn(facts, "the data were restored; no money is moved before `vezne restoration end`");
}

export function followRestoration(parts: RestorationParts): Round {
  return async () => {
    await learnRestoration(parts);
    return false;
  };
}
