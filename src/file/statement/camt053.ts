import { normalizeIban } from "../../domain/transfer/iban.ts";
import { bookingOf } from "./camt053-entry.ts";
import type { Balance, Booking, Page } from "./judge-statements.ts";
import { readDecimal } from "./statement-amount.ts";
import { cleanText } from "./statement-entry.ts";
import { StatementError } from "./statement-error.ts";
import { textAt, type XmlNode } from "./xml-tree.ts";
import { visitXml } from "./xml-visit.ts";

/** A statement as far as it was read. */
type OpenStatement = {
  id: string;
  number: string | undefined;
  account: string | undefined;
  readonly balances: TypedBalance[];
  readonly bookings: Booking[];
};

const emptyStatement = (): OpenStatement => ({
  id: "",
  number: undefined,
  account: undefined,
  balances: [],
  bookings: [],
});

/**
 * Reads an ISO 20022 bank-to-customer statement, camt.053.001.02 to .13; all these versions have
 * the same names for the parts used here. A batch entry yields one entry for each of its transfers.
 * @throws StatementError
 */
export function readCamt053(text: string): readonly Page[] {
  const pages: Page[] = [];
  const lineAt = lineCounter(text);
  let open = emptyStatement();
  const reached = visitXml(text, {
    path: ["Document", "BkToCstmrStmt", "Stmt"],
    children: new Set(["Id", "ElctrncSeqNb", "Acct", "Bal", "Ntry"]),
    onChild(name, child, start) {
      if (name === "Id") open.id = textAt(child, "#text") ?? "";
      else if (name === "ElctrncSeqNb") open.number = textAt(child, "#text");
      else if (name === "Acct") open.account = accountOf(child);
      else if (name === "Bal") open.balances.push(...balancesOf(child));
      else open.bookings.push(bookingOf(child, lineAt(start)));
    },
    onEnd() {
      pages.push(pageOf(open));
      open = emptyStatement();
    },
  });
  if (reached < 2) throw new StatementError("no_camt053");
  return pages;
}

/** Returns the line number of a place in the text; the places must be asked for in their order. */
function lineCounter(text: string): (place: number) => number {
  let [line, counted] = [1, 0];
  return (place) => {
    for (
      let at = text.indexOf("\n", counted);
      at >= 0 && at < place;
      at = text.indexOf("\n", counted)
    ) {
      line += 1;
      counted = at + 1;
    }
    return line;
  };
}

function accountOf(account: XmlNode): string | undefined {
  const name = textAt(account, "Id", "IBAN") ?? textAt(account, "Id", "Othr", "Id");
  return name === undefined ? undefined : normalizeIban(name);
}

type TypedBalance = { readonly type: string; readonly balance: Balance };

/** The types of opening and closing balances; `ITBD` is the type of a page's balances. */
const OPENING = ["OPBD", "PRCD"];
const CLOSING = ["CLBD"];
const OF_PAGE = "ITBD";

function balancesOf(balance: XmlNode): readonly TypedBalance[] {
  const type = textAt(balance, "Tp", "CdOrPrtry", "Cd") ?? "";
  const currency = textAt(balance, "Amt", "@Ccy");
  const amount = readDecimal(textAt(balance, "Amt") ?? "");
  if (currency === undefined || amount === undefined) return [];
  const isDebit = textAt(balance, "CdtDbtInd") === "DBIT";
  const isOfPage = type === OF_PAGE;
  return [{ type, balance: { currency, amount: isDebit ? -amount : amount, isOfPage } }];
}

function pageOf({ id, number, account, balances, bookings }: OpenStatement): Page {
  const currencies = [...new Set(balances.map(({ balance }) => balance.currency))];
  const ends = currencies.map((currency) =>
    endsOf(balances.filter(({ balance }) => balance.currency === currency)),
  );
  // A payer can't type elements, so each entry and each balance is the bank's.
  return {
    name: cleanText([id, number].filter(Boolean).join(" ")) ?? "",
    account,
    bookings: account === undefined ? [] : bookings.map((one) => ofAccount(one, account)),
    opening: ends.flatMap(({ opening }) => opening ?? []),
    closing: ends.flatMap(({ closing }) => closing ?? []),
    isOutOfOrder: false,
    endWidth: 0,
    headWidth: 0,
  };
}

function ofAccount(booking: Booking, account: string): Booking {
  const entries = booking.entries.map((entry) => ({ ...entry, account }));
  return { ...booking, entries };
}

/** A page has a balance of a page in place of the one that it lacks: first the earlier one. */
function endsOf(balances: readonly TypedBalance[]): {
  readonly opening: Balance | undefined;
  readonly closing: Balance | undefined;
} {
  const of = (types: readonly string[]): Balance | undefined =>
    types.flatMap((type) => balances.filter((one) => one.type === type)).at(0)?.balance;
  const ofPage = balances.filter(({ type }) => type === OF_PAGE).map(({ balance }) => balance);
  const opening = of(OPENING) ?? ofPage.shift();
  return { opening, closing: of(CLOSING) ?? ofPage.pop() };
}
