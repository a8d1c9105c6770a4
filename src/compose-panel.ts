import { join } from "node:path";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type pg from "pg";
import { openBackOffice, type BackOfficeParts } from "./compose-back-office.ts";
import type { Reports } from "./compose-reports.ts";
import { userAdministration } from "./compose-users.ts";
import type { Config } from "./config.ts";
import { networkOf, type AddressReader } from "./edge/http/client-address.ts";
import { startLoop, type Loop } from "./edge/jobs/loop.ts";
import { loadAssets } from "./edge/page/assets.ts";
import { panelPlugin } from "./edge/panel/panel-plugin.ts";
import { PANEL_ROUTES } from "./edge/panel/panel-routes.ts";
import { createApprovalStore } from "./edge/store/approval-store.ts";
import { isUnavailable } from "./edge/store/database-error.ts";
import { createPanelSessionStore } from "./edge/store/panel-session-store.ts";
import { createSavedViewStore } from "./edge/store/saved-view-store.ts";
import { systemDigest } from "./edge/system/digest.ts";
import { maskText, type Logger } from "./edge/system/logger.ts";
import { systemOneTimeCodes } from "./edge/system/one-time-codes.ts";
import { DECOY_HASH } from "./edge/system/password-hasher.ts";
import { sleep } from "./edge/system/sleep.ts";
import { DAY, HOUR, later, type Clock } from "./kernel/clock.ts";
import type { SharedLevels } from "./kernel/shared-levels.ts";
import type { MerchantStore } from "./merchant/ports.ts";
import type { DecideDeps } from "./refund/decide-request.ts";
import { SignInGuard } from "./merchant/sign-in-guard.ts";
import type { CodeSecrets } from "./merchant/user-ports.ts";

export type PanelParts = BackOfficeParts &
  Omit<DecideDeps, "approvals"> &
  Pick<Reports, "reports" | "openExport" | "finder" | "overview" | "history" | "requests"> & {
    readonly config: Config;
    readonly merchants: MerchantStore;
    readonly codeSecrets: CodeSecrets;
    readonly cardLevels: SharedLevels;
    readonly clientAddress: AddressReader;
  };

// Seen from `src` and, once compiled, from `dist` alike.
const BUILT = join(import.meta.dirname, "../dist/web");

/** Registers the merchant panel. */
export async function registerPanel(
  app: FastifyInstance,
  parts: PanelParts,
  pool: pg.Pool,
): Promise<void> {
  const { config, clientAddress } = parts;
  const { audit, ...users } = userAdministration(pool, { ...parts, clock: parts.wallClock });
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
      signInGuard: new SignInGuard(parts.cardLevels),
    },
    audit,
    digest: systemDigest,
    assets: await loadAssets(BUILT),
    publicUrl: config.publicUrl,
    requestLogDays: config.requestLogDays,
    clientNetwork: (request: FastifyRequest) => networkOf(clientAddress(request)),
    isUnavailable,
    mask: maskText,
  };
  void app.register(panelPlugin(deps, PANEL_ROUTES));
}

type SweepParts = { readonly clock: Clock; readonly logger: Logger };

/** Removes sessions that ended long ago. */
export function startPanelSweep({ clock, logger }: SweepParts, pool: pg.Pool): Loop {
  const sessions = createPanelSessionStore(pool);
  return startLoop({
    everyMs: HOUR,
    sleep,
    round: async () => {
      await sessions.sweep(later(clock.now(), -DAY));
      return false;
    },
    onError: (error) => logger.warn({ err: error }, "old panel sessions not removed"),
  });
}
