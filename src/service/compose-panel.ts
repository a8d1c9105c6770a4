import { join } from "node:path";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type pg from "pg";
import { openBackOffice, type BackOfficeParts } from "./compose-back-office.ts";
import type { Reports } from "./compose-reports.ts";
import { userAdministration } from "./compose-users.ts";
import type { Config } from "../config/config.ts";
import { networkOf, type AddressReader } from "../edge/http/client-address.ts";
import type { FairEntry } from "../edge/http/fair-entry.ts";
import { startLoop, type Loop } from "../edge/jobs/loop.ts";
import { loadAssets } from "../edge/page/assets.ts";
import { panelPlugin } from "../edge/panel/panel-plugin.ts";
import { PANEL_ROUTES } from "../edge/panel/panel-routes.ts";
import { createUploadTurns } from "../edge/panel/upload-turns.ts";
import { createApprovalStore } from "../edge/store/refund/approval-store.ts";
import { isUnavailable } from "../edge/store/sql/database-error.ts";
import { installationSecret } from "../edge/store/installation/installation-secret.ts";
import { createSavedViewStore } from "../edge/store/merchant/saved-view-store.ts";
import { createTryCounter } from "../edge/store/limit/try-counter.ts";
import { loadCommonPasswords } from "../edge/system/common-passwords.ts";
import { systemDigest } from "../edge/system/digest.ts";
import { fileDigest } from "../edge/system/file-digest.ts";
import { maskText, type Logger } from "../edge/system/logger.ts";
import { systemOneTimeCodes } from "../edge/system/one-time-codes.ts";
import { DECOY_HASH } from "../edge/system/password-hasher.ts";
import { after } from "../edge/system/after.ts";
import { sleep } from "../edge/system/sleep.ts";
import { DAY, HOUR, later, type Clock } from "../kernel/clock.ts";
import { newEntryId } from "../kernel/ids.ts";
import type { Random } from "../kernel/random.ts";
import type { AuditEntry } from "../merchant/audit.ts";
import { disableUnusedUsers } from "../merchant/manage-users.ts";
import type { MerchantStore } from "../merchant/ports.ts";
import type { DecideDeps } from "../refund/decide-request.ts";
import { SignInGuard } from "../merchant/sign-in-guard.ts";
import type { User } from "../merchant/user.ts";
import type { CodeSecrets } from "../merchant/user-ports.ts";

export type PanelParts = BackOfficeParts &
  Omit<DecideDeps, "approvals"> &
  Pick<Reports, "reports" | "openExport" | "finder" | "overview" | "history" | "requests"> & {
    readonly config: Config;
    readonly merchants: MerchantStore;
    readonly codeSecrets: CodeSecrets;
    readonly clientAddress: AddressReader;
    readonly entry: FairEntry;
  };

// Seen from `src` and, once compiled, from `dist` alike.
const BUILT = join(import.meta.dirname, "../../dist/web");

/** Registers the merchant panel. */
export async function registerPanel(
  app: FastifyInstance,
  parts: PanelParts,
  pool: pg.Pool,
): Promise<void> {
  const { config, clientAddress, clock, random } = parts;
  const { audit, ...users } = userAdministration(pool, parts);
  const deps = {
    ...openBackOffice(parts, pool),
    ...parts,
    approvals: createApprovalStore(pool),
    views: createSavedViewStore(pool),
    people: {
      ...users,
      codes: systemOneTimeCodes,
      codeSecrets: parts.codeSecrets,
      digest: systemDigest,
      decoyHash: DECOY_HASH,
      signInGuard: new SignInGuard({
        clock,
        digest: systemDigest,
        tries: createTryCounter(pool),
      }),
      deviceSecret: await installationSecret(pool, random, "known_devices"),
      merchants: parts.merchants,
      commonPasswords: await loadCommonPasswords(),
    },
    isLocalSandbox: config.isLocal && !parts.acquirers.takesLivePayments(),
    audit,
    digest: systemDigest,
    fileDigest,
    assets: await loadAssets(BUILT),
    publicUrl: config.publicUrl,
    mayServeLive: config.mayServeLive,
    requestLogDays: config.requestLogDays,
    clientNetwork: (request: FastifyRequest) => networkOf(clientAddress(request)),
    isUnavailable,
    mask: maskText,
    uploads: createUploadTurns(after),
  };
  void app.register(panelPlugin(deps, PANEL_ROUTES));
}

type SweepParts = {
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
};

/** Removes sessions and counters that ended long ago, and disables users who stay away. */
export function startPanelSweep({ clock, random, logger }: SweepParts, pool: pg.Pool): Loop {
  const users = userAdministration(pool, { clock, random });
  const tries = createTryCounter(pool);
  return startLoop({
    name: "sweep-panel-sessions",
    everyMs: HOUR,
    sleep,
    round: async () => {
      const dayAgo = later(clock.now(), -DAY);
      await users.panelSessions.sweep(dayAgo);
      await tries.sweep(dayAgo);
      for (const user of await disableUnusedUsers(users)) {
        logger.info({ user: user.userId }, "a user was disabled after 90 days without a sign-in");
        await users.audit.append(unusedEntry(user, { clock, random }));
      }
      return false;
    },
    onError: (error) => logger.warn({ err: error }, "panel sessions and users not swept"),
  });
}

function unusedEntry(user: User, { clock, random }: Omit<SweepParts, "logger">): AuditEntry {
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
