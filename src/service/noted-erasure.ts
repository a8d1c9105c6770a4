import { noteSessionsChanged } from "../edge/store/sandbox/move-sandbox.ts";
import type { PersonalDataStore } from "../payment/erase-personal-data.ts";
import type { Foundation } from "./foundation.ts";

/**
 * Erases personal data, and lets every process forget the sessions that it keeps in memory: a later
 * refund would write their metadata into its event again.
 */
export function notedErasure(
  { pool, sandboxTime }: Pick<Foundation, "pool" | "sandboxTime">,
  store: PersonalDataStore,
): PersonalDataStore {
  return {
    async erase(choice, at) {
      const erased = await store.erase(choice, at);
      if (erased.sessions > 0) {
        await noteSessionsChanged(pool, choice.merchantId);
        await sandboxTime.refresh();
      }
      return erased;
    },
  };
}
