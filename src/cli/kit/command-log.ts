import type { Installation } from "../../service/installation/installation.ts";
import { newEntryId, type MerchantId } from "../../kernel/ids.ts";
import type { AuditNote } from "../../domain/merchant/audit.ts";
import type { Mode } from "../../domain/merchant/merchant.ts";

/** The actor of commands: the service does not know which person runs one. */
export const COMMAND_LINE = "command line";

export type CommandNote = AuditNote & {
  /** Absent if the command concerns no single merchant. */
  readonly merchantId: MerchantId | undefined;
  readonly mode?: Mode;
};

/** Writes an entry for a command into the audit log, as the panel does for its actions. */
export async function logCommand(
  { audit, clock, random }: Pick<Installation, "audit" | "clock" | "random">,
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
