import type pg from "pg";
import { sandboxMovement } from "./compose-clock.ts";
import type { Events } from "./compose-events.ts";
import type { BinDirectory, CardVault } from "../card/ports.ts";
import { cardTables } from "./compose-cards.ts";
import type { FileReader } from "../edge/file-reader/file-reader.ts";
import type { BackOffice } from "../edge/panel/back-office.ts";
import { sandboxSettlement } from "./compose-settlement.ts";
import { openKeyWatch } from "./compose-vault.ts";
import type { Config } from "../config/config.ts";
import { createBrandStore } from "../edge/store/merchant/brand-store.ts";
import { createDeliveryLog } from "../edge/store/event/delivery-log.ts";
import { createPolicyViolationStore } from "../edge/store/page/policy-violation-store.ts";
import { createSettlementImportStore } from "../edge/store/settlement/settlement-import-store.ts";
import { createSettlementStore } from "../edge/store/settlement/settlement-store.ts";
import { webhookSigner } from "../edge/system/webhook-signer.ts";
import type { Clock } from "../kernel/clock.ts";
import type { StatementDeps } from "../transfer/apply-line.ts";

export type BackOfficeParts = StatementDeps & {
  readonly bins: BinDirectory;
  readonly cardVault: CardVault;
  readonly files: FileReader;
  /** The real time. */
  readonly clock: Clock;
  readonly config: Config;
  readonly events: Pick<Events, "endpoints" | "hosts" | "feed" | "sender">;
};

/** What the panel's pages about settings and people work with. */
export function openBackOffice(parts: BackOfficeParts, pool: pg.Pool): BackOffice {
  const { clock, clocks, events } = parts;
  const { bins: binStore, installmentTerms } = cardTables(pool, clock);
  const { endpoints, hosts, feed, sender } = events;
  return {
    ...parts,
    binStore,
    installmentTerms,
    brands: createBrandStore(pool, clock),
    violations: createPolicyViolationStore(pool, parts.clock),
    vaultKeyAge: openKeyWatch(parts, pool),
    keyPeriodDays: parts.config.vault.periodDays,
    endpoints,
    hosts,
    feed,
    sender,
    signer: webhookSigner,
    deliveryLog: createDeliveryLog(pool),
    sandboxTime: sandboxMovement(pool, clock),
    settlements: createSettlementStore(pool, clocks),
    settlementImports: createSettlementImportStore(pool, clocks),
    sandboxSettlement: hasOwnBank(parts.config) ? sandboxSettlement(pool, clocks) : undefined,
  };
}

function hasOwnBank({ bankUrl, simulatedBank }: BackOfficeParts["config"]): boolean {
  return simulatedBank && bankUrl === undefined;
}
