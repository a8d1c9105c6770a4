import { dayInTurkey } from "../../kernel/calendar-day.ts";
import type { Currency } from "../../kernel/currency.ts";
import { postingsOf } from "../ledger/posting.ts";
import type { DatedSale } from "./dated-sale.ts";
import type { SettlementOwner, SettlementStore } from "./ports.ts";
import { expectSettlement } from "./term.ts";

/** The number of sales, and their gross amounts in minor units by currency. */
export type SalesSum = { readonly sales: number; readonly gross: ReadonlyMap<Currency, bigint> };

type Deps = { readonly settlements: SettlementStore };

/** Sums the undated sales for which the contract now gives a commission and a value date. */
export async function sumDatableSales(deps: Deps, owner: SettlementOwner): Promise<SalesSum> {
  const sums = new Sums();
  for await (const dated of datableSales(deps, owner)) sums.add(dated);
  return sums;
}

/**
 * Posts the commission and the value date of undated sales by the contract that is in force for
 * their day, and sums the sales that were dated. Sales without a line in the contract stay undated.
 */
export async function dateSales(deps: Deps, owner: SettlementOwner): Promise<SalesSum> {
  const sums = new Sums();
  for await (const dated of datableSales(deps, owner)) {
    sums.add(await deps.settlements.date(owner, dated));
  }
  return sums;
}

async function* datableSales(
  { settlements }: Deps,
  owner: SettlementOwner,
): AsyncGenerator<readonly DatedSale[]> {
  const terms = await settlements.terms(owner);
  if (terms.length === 0) return;
  for await (const sales of settlements.undated(owner)) {
    yield sales.flatMap((sale) => {
      const { gross: amount, takenAt } = sale;
      const expected = expectSettlement(terms, sale, { amount, day: dayInTurkey(takenAt) });
      // The commission's posting holds the date, so a sale without commission stays undated.
      const postings = expected === undefined ? [] : postingsOf("commission_expected", expected);
      return postings.length === 0 ? [] : [{ sale, postings }];
    });
  }
}

class Sums implements SalesSum {
  sales = 0;
  readonly gross = new Map<Currency, bigint>();

  add(dated: readonly DatedSale[]): void {
    this.sales += dated.length;
    for (const { sale } of dated) {
      const { currency, minor } = sale.gross;
      this.gross.set(currency, (this.gross.get(currency) ?? 0n) + minor);
    }
  }
}
