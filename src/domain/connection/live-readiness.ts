import type { Instant } from "../../kernel/clock.ts";
import { isInService, type AcquirerConnection, type Rehearsal } from "./connection.ts";
import { isKeyProved, type KeyState } from "./store-key.ts";

/** The conditions of live payments, in the order in which a merchant meets them. */
export const LIVE_POINTS = [
  "connection",
  "three_d_secure",
  "store_key",
  "simulated_bank",
  "public_https",
  "production",
  "vault_key",
  "live_key",
  "second_factor",
  "webhook",
  "brand",
  "commissions",
  "bins",
  "settlement",
  "demo_shop",
  "backup",
] as const;
export type LivePointName = (typeof LIVE_POINTS)[number];

/**
 * - `done`: nothing is left to do.
 * - `missing`: required, and the merchant can't go live without it.
 * - `advice`: recommended, and not done or not known to be done.
 */
export type LivePointState = "done" | "missing" | "advice";

/**
 * Where a point is mended: at a page of the panel, in the settings of the service, or by the
 * operator on the machine.
 */
export type LivePlace =
  | { readonly kind: "panel"; readonly page: string }
  | { readonly kind: "setting"; readonly name: string }
  | { readonly kind: "operator"; readonly document: string };

export type LivePoint = {
  readonly name: LivePointName;
  readonly state: LivePointState;
  readonly place: LivePlace;
};

/** The facts about a merchant and its installation that decide about live payments. */
export type LiveFacts = Rehearsal & {
  /** The merchant's live connections that are not retired. */
  readonly connections: readonly AcquirerConnection[];
  readonly keyStateOf: (connection: AcquirerConnection) => KeyState;
  readonly now: Instant;
  readonly publicUrl: string;
  readonly isProduction: boolean;
  /** False if the vault key lies in the data directory beside the database. */
  readonly isVaultKeyApart: boolean;
  readonly hasLiveKey: boolean;
  /** True if an owner who can sign in has a second factor. */
  readonly hasSecuredOwner: boolean;
  readonly hasDemoShop: boolean;
  /** The addresses of enabled webhook endpoints for live mode. */
  readonly webhookUrls: readonly string[];
  /** True if pages and receipts name the merchant's terms of sale. */
  readonly hasTerms: boolean;
  readonly hasCommissions: boolean;
  /** True if the BIN table of live mode has a card of the bank with this EFT code. */
  readonly knowsBank: (bankCode: string) => boolean;
  readonly hasSettlementTerms: boolean;
};

/** Lists every condition of live payments with its state and the place where it is mended. */
export function liveReadiness(facts: LiveFacts): readonly LivePoint[] {
  const ready = facts.connections.filter(
    (one) => isInService(one, facts.now) && isAcceptedSinceChange(one),
  );
  // In a rehearsal no money moves, so the places of the service and its keys are advice.
  const demanded = facts.isRehearsal ? advised : required;
  return [
    required("connection", ready.length > 0, panel("acquirers")),
    required(
      "three_d_secure",
      ready.some(({ model }) => model !== undefined),
      panel("acquirers"),
    ),
    // A payment proves the key, so an unproved one keeps no payment away.
    advised(
      "store_key",
      ready.length > 0 && ready.every((one) => isKeyProved(facts.keyStateOf(one))),
      panel("acquirers"),
    ),
    demanded(
      "simulated_bank",
      facts.connections.every(({ hosts }) => hosts === "bank"),
      panel("acquirers"),
    ),
    demanded("public_https", isHttps(facts.publicUrl), setting("VEZNE_PUBLIC_URL")),
    demanded("production", facts.isProduction, setting("VEZNE_ENVIRONMENT")),
    demanded("vault_key", facts.isVaultKeyApart, setting("VEZNE_VAULT_KEY_FILE")),
    required("live_key", facts.hasLiveKey, panel("keys")),
    required("second_factor", facts.hasSecuredOwner, panel("users")),
    advised("webhook", facts.webhookUrls.some(isHttps), panel("webhooks")),
    advised("brand", facts.hasTerms, panel("settings/brand")),
    advised("commissions", facts.hasCommissions, panel("tables")),
    advised("bins", areBanksKnown(facts), operator("docs/operations/card-tables.md")),
    advised("settlement", facts.hasSettlementTerms, panel("settlement")),
    advised("demo_shop", !facts.hasDemoShop, setting("VEZNE_DEMO_SHOP")),
    // Backups are made by the operator's own means, which the service can't see.
    advised("backup", false, operator("docs/operations/backup.md")),
  ];
}

/**
 * True if no required point is missing. The switch itself is a setting of the merchant
 * (docs/decisions/live-switch.md).
 */
export function mayGoLive(points: readonly LivePoint[]): boolean {
  return points.every(({ state }) => state !== "missing");
}

/** True if the bank accepted the connection after its last change. */
function isAcceptedSinceChange({ lastCheck, updatedAt }: AcquirerConnection): boolean {
  return lastCheck?.kind === "ready" && lastCheck.at >= updatedAt;
}

/** True unless a bank takes installments whose own cards the BIN table doesn't know. */
function areBanksKnown({ connections, knowsBank }: LiveFacts): boolean {
  return connections
    .filter(({ installmentCounts }) => installmentCounts.length > 0)
    .every(({ bankCode }) => knowsBank(bankCode));
}

function required(name: LivePointName, isDone: boolean, place: LivePlace): LivePoint {
  return { name, state: isDone ? "done" : "missing", place };
}

function advised(name: LivePointName, isDone: boolean, place: LivePlace): LivePoint {
  return { name, state: isDone ? "done" : "advice", place };
}

function panel(page: string): LivePlace {
  return { kind: "panel", page };
}

function operator(document: string): LivePlace {
  return { kind: "operator", document };
}

function setting(name: string): LivePlace {
  return { kind: "setting", name };
}

function isHttps(address: string): boolean {
  return address.startsWith("https://");
}
