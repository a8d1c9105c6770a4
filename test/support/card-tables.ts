import type { TermsOwner } from "../../src/domain/installment/ports.ts";
import { importBins as importBinFile, type BinImport } from "../../src/file/import/import-bins.ts";
import * as terms from "../../src/file/import/import-terms.ts";
import { createBinStore } from "../../src/store/card/bin-store.ts";
import { createInstallmentTermsStore } from "../../src/store/card/installment-terms-store.ts";
import type { Result } from "../../src/kernel/result.ts";
import { readHere } from "./file-reader.ts";
import type { ShopService } from "./service.ts";

/** Imports a BIN table like another process, and returns the import's report. */
export async function importBins(
  shop: ShopService,
  lines: readonly string[],
  mode: "test" | "live" = "test",
): Promise<BinImport> {
  return withPool(shop, async (pool) => {
    const deps = { bins: createBinStore(pool), clock: shop.clock, files: readHere };
    return imported(await importBinFile(deps, { mode, file: fileOf(lines) }));
  });
}

/** Imports a commission table like another process. */
export async function importRates(
  shop: ShopService,
  owner: TermsOwner,
  lines: readonly string[],
): Promise<void> {
  await withPool(shop, async (pool) => {
    const deps = termsDeps(shop, pool);
    return imported(await terms.importRates(deps, { owner, file: fileOf(lines) }));
  });
}

/** Imports category limits like another process. */
export async function importLimits(
  shop: ShopService,
  owner: TermsOwner,
  lines: readonly string[],
): Promise<void> {
  await withPool(shop, async (pool) => {
    const deps = termsDeps(shop, pool);
    return imported(await terms.importLimits(deps, { owner, file: fileOf(lines) }));
  });
}

/** Restores the sandbox's own table like another process. */
export async function resetBins(shop: ShopService): Promise<void> {
  await withPool(shop, (pool) => createBinStore(pool).reset("test", shop.clock.now()));
}

type Pool = ReturnType<ShopService["database"]["open"]>;

function termsDeps({ clock }: ShopService, pool: Pool): terms.ImportTermsDeps {
  return { installmentTerms: createInstallmentTermsStore(pool, clock), clock, files: readHere };
}

async function withPool<Value>(
  shop: ShopService,
  work: (pool: Pool) => Promise<Value>,
): Promise<Value> {
  const pool = shop.database.open({ max: 2 });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

function fileOf(lines: readonly string[]): Uint8Array {
  return new TextEncoder().encode(`${lines.join("\r\n")}\r\n`);
}

function imported<Value, Refusal>(result: Result<Value, Refusal>): Value {
  if (!result.ok) throw new Error(`not imported: ${JSON.stringify(result.refusal)}`);
  return result.value;
}
