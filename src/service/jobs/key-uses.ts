import type { BufferedKeyUses } from "../../store/merchant/key-uses.ts";
import type { Installation } from "../installation/installation.ts";
import type { Round } from "../runtime/job.ts";

/** Writes the last uses of API keys, away from the requests that use them. */
export function noteKeyUses(
  { groups }: Pick<Installation, "groups">,
  uses: BufferedKeyUses,
): Round {
  return async () => {
    await uses.flush((write) => groups.each(write));
    return false;
  };
}
