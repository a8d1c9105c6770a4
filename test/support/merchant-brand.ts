import { createBrandStore } from "../../src/store/merchant/brand-store.ts";
import { SECOND } from "../../src/kernel/clock.ts";
import { setBrand, type SetBrandCommand } from "../../src/domain/merchant/set-brand.ts";
import { drawLogo } from "./picture.ts";
import type { TestService } from "./service.ts";

export const BRAND = {
  displayName: "Kuzey Kahve",
  accent: "#8a1c4a",
  termsUrl: "https://kuzey.example/satis-kosullari",
  logo: drawLogo(),
} as const;

/** Gives the merchant of a test a brand, and lets the service's cached brand expire. */
export async function giveBrand(
  { clock, database, merchant, service }: TestService,
  look: Omit<SetBrandCommand, "merchantId"> = BRAND,
): Promise<void> {
  const pool = database.open({ max: 1 });
  const { merchantId } = merchant.merchant;
  const deps = { merchants: service.deps.merchants, brands: createBrandStore(pool, clock) };
  const made = await setBrand(deps, { merchantId, ...look });
  await pool.end();
  if (!made.ok) throw new Error(JSON.stringify(made.refusal));
  clock.move(SECOND);
}
