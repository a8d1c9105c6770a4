import { isVaultKeyApart } from "../../config/vault-settings.ts";
import type { BinDirectory } from "../../domain/card/ports.ts";
import { liveReadiness, type LivePoint } from "../../domain/connection/live-readiness.ts";
import { keyStateAmong } from "../../domain/connection/store-key.ts";
import type { MerchantId } from "../../kernel/ids.ts";
import type { User } from "../../domain/merchant/user.ts";
import type { Installation } from "../installation/installation.ts";

type Deps = Pick<
  Installation,
  | "config"
  | "clock"
  | "connections"
  | "merchants"
  | "users"
  | "endpoints"
  | "brands"
  | "installmentTerms"
  | "settlements"
  | "protocols"
> & { readonly bins: Pick<BinDirectory, "table"> };

/** Reads the facts about a merchant, and lists the conditions of its live payments. */
export async function readLiveReadiness(
  deps: Deps,
  merchantId: MerchantId,
): Promise<readonly LivePoint[]> {
  const { config, clock } = deps;
  const owner = { merchantId, mode: "live" } as const;
  const [connections, keys, theirs, operators, endpoints, brand, installments, settlement] =
    await Promise.all([
      deps.connections.list(owner),
      deps.merchants.listKeys(merchantId),
      deps.users.list(merchantId),
      deps.users.list(undefined),
      deps.endpoints.list(owner),
      deps.brands.load(merchantId),
      deps.installmentTerms.imported(owner),
      deps.settlements.terms(owner),
    ]);
  return liveReadiness({
    connections: connections.filter(({ state }) => state !== "retired"),
    keyStateOf: (connection) => keyStateAmong(deps.protocols, connection),
    now: clock.now(),
    isRehearsal: config.isRehearsal,
    publicUrl: config.publicUrl,
    isProduction: config.isProduction,
    isVaultKeyApart: config.databaseUrl !== undefined || isVaultKeyApart(config.vault),
    hasLiveKey: keys.some(({ mode }) => mode === "live"),
    hasSecuredOwner: [...theirs, ...operators].some(isSecuredOwner),
    hasDemoShop: config.demoShop,
    webhookUrls: endpoints.filter(({ disabled }) => disabled === undefined).map(({ url }) => url),
    hasTerms: brand.termsUrl !== undefined,
    knowsBank: (bankCode) =>
      deps.bins
        .table("live")
        .records()
        .some((row) => row.bankCode === bankCode),
    hasCommissions: installments.rates.length > 0,
    hasSettlementTerms: settlement.length > 0,
  });
}

function isSecuredOwner({ role, disabledAt, secondFactorSince }: User): boolean {
  return role === "owner" && disabledAt === undefined && secondFactorSince !== undefined;
}
