import { DAY, later } from "../../kernel/clock.ts";
import { newEntryId } from "../../kernel/ids.ts";
import type { AuditEntry } from "../../domain/merchant/audit.ts";
import { disableUnusedUsers } from "../../domain/merchant/manage-users.ts";
import type { User } from "../../domain/merchant/user.ts";
import type { Installation } from "../installation/installation.ts";
import type { Round } from "../runtime/job.ts";

/** Removes sessions and counters that ended a day ago, and disables users who no longer sign in. */
export function sweepPanelUsers(installation: Installation): Round {
  const { clock, random, logger, users, panelSessions, hasher, audit } = installation;
  const { tries, identities } = installation;
  return async () => {
    const dayAgo = later(clock.now(), -DAY);
    await panelSessions.sweep(dayAgo);
    await tries.sweep(dayAgo);
    await identities.sweep(clock.now());
    for (const user of await disableUnusedUsers({ clock, random, users, panelSessions, hasher })) {
      logger.info({ user: user.userId }, "a user was disabled after 90 days without a sign-in");
      await audit.append(unusedEntry(user, installation));
    }
    return false;
  };
}

function unusedEntry(
  user: User,
  { clock, random }: Pick<Installation, "clock" | "random">,
): AuditEntry {
  const at = clock.now();
  return {
    entryId: newEntryId({ now: at, random }),
    at,
    merchantId: user.merchantId,
    mode: undefined,
    userId: undefined,
    actor: "service",
    action: "user.disabled",
    object: { kind: "user", id: user.userId },
    after: { email: user.email, reason: "unused for 90 days" },
    requestId: undefined,
    address: undefined,
  };
}
