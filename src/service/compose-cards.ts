import type pg from "pg";
import type { BinStore } from "../card/ports.ts";
import { startLoop, type Loop } from "../edge/jobs/loop.ts";
import { openBinDirectory } from "../edge/store/card/bin-directory.ts";
import { createBinStore } from "../edge/store/card/bin-store.ts";
import { createInstallmentTermsStore } from "../edge/store/card/installment-terms-store.ts";
import type { Logger } from "../edge/system/logger.ts";
import { sleep } from "../edge/system/sleep.ts";
import type { InstallmentTermsStore } from "../installment/ports.ts";
import type { Clock } from "../kernel/clock.ts";
import type { CardOfferDeps } from "../payment/card-offer.ts";

const BIN_RELOAD_EVERY_MS = 500;

/** The tables that an operator imports, as the command line reaches them. */
export type CardTables = {
  readonly bins: BinStore;
  readonly installmentTerms: InstallmentTermsStore;
};

export function cardTables(pool: pg.Pool, clock: Clock): CardTables {
  return {
    bins: createBinStore(pool),
    installmentTerms: createInstallmentTermsStore(pool, clock),
  };
}

/** What decides the ways to pay by a card: the BIN table in memory, and the merchants' terms. */
export async function openCardOffers(pool: pg.Pool, clock: Clock): Promise<CardOfferDeps> {
  return {
    bins: await openBinDirectory(createBinStore(pool)),
    installmentTerms: createInstallmentTermsStore(pool, clock),
  };
}

/** Lets payments see an imported BIN table that no look-up of this process has asked for. */
export function startBinReload({ bins }: CardOfferDeps, logger: Logger): Loop {
  let isFailing = false;
  return startLoop({
    name: "reload-bins",
    everyMs: BIN_RELOAD_EVERY_MS,
    sleep,
    round: async () => {
      await bins.refresh();
      isFailing = false;
      return false;
    },
    // Once for each outage: the table in memory goes on answering.
    onError: (error) => {
      if (!isFailing) logger.warn({ err: error }, "the BIN table can't be read anew");
      isFailing = true;
    },
  });
}
