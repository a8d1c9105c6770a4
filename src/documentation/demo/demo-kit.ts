import type { FastifyRequest } from "fastify";
import type { Language } from "../../kernel/language.ts";
import { money } from "../../kernel/money.ts";
import type { Assets } from "../../page/assets.ts";
import { formatMoney } from "../../page/format.ts";
import type { Paths } from "../../page/paths.ts";
import type { SandboxCard } from "../../page/sandbox-card.ts";
import type { DemoGuard } from "./demo-guard.ts";
import type { ShopClientDeps } from "./shop-client.ts";

export type DemoShopDeps = ShopClientDeps & {
  /** The service's public address, used in return URLs. */
  readonly publicUrl: string;
  readonly shopName: string;
  /** The shop's secret, or two while one replaces the other. */
  readonly webhookSecrets: () => Promise<readonly string[]>;
  readonly assets: Assets;
  readonly sandboxCards: readonly SandboxCard[];
  readonly guard: DemoGuard;
  readonly clientNetwork: (request: FastifyRequest) => string;
};

/** The dependencies of the shop's pages. */
export type DemoKit = DemoShopDeps & { readonly paths: Paths };

/** Formats a price; the shop sells in lira only. */
export function formatPrice(kurus: number, language: Language): string {
  return formatMoney(money(BigInt(kurus), "TRY"), language);
}
