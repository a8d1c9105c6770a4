import type { PersonalData } from "../../store/payment/personal-data-store.ts";
import { noteSessionsChanged } from "../../store/sandbox/move-sandbox.ts";
import type { PersonalDataStore } from "../../domain/payment/erase-personal-data.ts";
import type { Foundation } from "./foundation.ts";

/**
 * Erases personal data, and lets every process forget the sessions that it keeps in memory: a later
 * refund would write their metadata into its event again. This is noted even if nothing was erased,
 * because an earlier erasure may have ended before its note.
 */
export function notedErasure(
  { sandboxTime }: Pick<Foundation, "sandboxTime">,
  store: PersonalData,
): PersonalDataStore {
  return {
    async erase(choice, at) {
      const erased = await store.erase(choice, at, (sql) =>
        noteSessionsChanged(sql, choice.merchantId),
      );
      await sandboxTime.refresh();
      return erased;
    },
  };
}
