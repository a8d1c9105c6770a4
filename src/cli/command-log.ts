import type { UserAdministration } from "../service/compose-users.ts";
import { newEntryId, type MerchantId } from "../kernel/ids.ts";
import type { AuditNote } from "../merchant/audit.ts";
import type { Mode } from "../merchant/merchant.ts";

/** The actor of commands: the service does not know which person runs one. */
export const COMMAND_LINE = "command line";

export type CommandNote = AuditNote & {
  /** Absent where it concerns no single merchant or mode. */
  readonly merchantId: MerchantId | undefined;
  readonly mode?: Mode;
};

/** Writes what a command did into the same log as what is done in the panel. */
export async function logCommand(
  { audit, clock, random }: Pick<UserAdministration, "audit" | "clock" | "random">,
  { mode, ...note }: CommandNote,
): Promise<void> {
  const at = clock.now();
  await audit.append({
    ...note,
    entryId: newEntryId({ now: at, random }),
    at,
    mode,
    userId: undefined,
    actor: COMMAND_LINE,
    requestId: undefined,
    address: undefined,
  });
}
