import { cardTables, type CardTables } from "./compose-cards.ts";
import { userAdministration, type UserAdministration } from "./compose-users.ts";
import type { Parts } from "./compose.ts";
import { openFileReader, type FileReader } from "../edge/file-reader/file-reader.ts";
import { createBrandStore } from "../edge/store/merchant/brand-store.ts";
import { openDatabase } from "../edge/store/sql/database.ts";
import { createMerchantStore } from "../edge/store/merchant/merchant-store.ts";
import { createTransferStore } from "../edge/store/transfer/transfer-store.ts";
import { systemDigest } from "../edge/system/digest.ts";
import type { CreateMerchantDeps } from "../merchant/create-merchant.ts";
import type { BrandStore } from "../merchant/ports.ts";
import type { TransferStore } from "../transfer/ports.ts";

/** What the command line and the first start need: merchants and their tables, without a server. */
export type Administration = {
  readonly deps: CreateMerchantDeps &
    CardTables &
    UserAdministration & {
      readonly brands: BrandStore;
      readonly transfers: TransferStore;
      readonly files: FileReader;
    };
  close(): Promise<void>;
};

export function openAdministration(
  parts: Pick<Parts, "database" | "clock" | "random">,
): Administration {
  const { clock, random } = parts;
  const pool = openDatabase({ address: parts.database, applicationName: "vezne admin", max: 2 });
  const merchants = createMerchantStore(pool, clock);
  const brands = createBrandStore(pool, clock);
  const files = openFileReader();
  return {
    deps: {
      digest: systemDigest,
      merchants,
      brands,
      files,
      transfers: createTransferStore(pool),
      ...cardTables(pool, clock),
      ...userAdministration(pool, { clock, random }),
    },
    async close() {
      files.close();
      await pool.end();
    },
  };
}
