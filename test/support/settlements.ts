import { importSettlementFile } from "../../src/file/import/import-settlement-file.ts";
import type { FileReader } from "../../src/file/reader/file-reader.ts";
import type { MerchantId } from "../../src/kernel/ids.ts";
import type { SettlementReport } from "../../src/domain/settlement/import-settlement.ts";
import type { SettlementOwner } from "../../src/domain/settlement/ports.ts";
import type { Installation } from "../../src/service/installation/installation.ts";
import { readHere } from "./file-reader.ts";
import { atInstallation } from "./installation.ts";
import type { ShopService } from "./service.ts";

type Settlements = Pick<
  Installation,
  | "clock"
  | "clocks"
  | "digest"
  | "merchants"
  | "settlements"
  | "settlementImports"
  | "extracts"
  | "columnMappings"
  | "connections"
> & {
  readonly files: FileReader;
};

export const SETTLEMENT_HEAD = "reference,kind,gross,commission,currency,paid_on";

/** Runs settlement like `npx vezne settlement`, for the service's merchant in test mode. */
export async function withSettlements<Value>(
  shop: ShopService,
  work: (deps: Settlements, owner: SettlementOwner) => Promise<Value>,
): Promise<Value> {
  const merchantId: MerchantId = shop.merchant.merchant.merchantId;
  return atInstallation(shop, (installation) =>
    work(settlementDeps(installation), { merchantId, mode: "test" }),
  );
}

/** The parts of an installation that settlement needs, with files read in this thread. */
export function settlementDeps(installation: Installation): Settlements {
  return {
    clock: installation.clock,
    clocks: installation.clocks,
    digest: installation.digest,
    merchants: installation.merchants,
    settlements: installation.settlements,
    settlementImports: installation.settlementImports,
    extracts: installation.extracts,
    columnMappings: installation.columnMappings,
    connections: installation.connections,
    files: readHere,
  };
}

/** Imports a bank's file, which must be readable. */
export async function importShopFile(
  shop: ShopService,
  text: string,
  acquirer = "sandbox",
): Promise<SettlementReport> {
  const file = new TextEncoder().encode(text);
  const report = await withSettlements(shop, (deps, owner) =>
    importSettlementFile(deps, { source: { ...owner, acquirer }, file, by: "test" }),
  );
  if (!report.ok) throw new Error(JSON.stringify(report.refusal));
  return report.value;
}
