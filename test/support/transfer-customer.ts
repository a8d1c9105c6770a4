import { systemDigest } from "../../src/system/digest.ts";
import { readStatement } from "../../src/file/statement/statement-file.ts";
import { isCurrency } from "../../src/kernel/currency.ts";
import { money } from "../../src/kernel/money.ts";
import { bookSandboxTransfer, statementDeps } from "../../src/service/jobs/transfers.ts";
import { importStatement, type ImportReport } from "../../src/domain/transfer/import-statement.ts";
import type { LineOwner } from "../../src/domain/transfer/statement-line.ts";
import type { ApiAnswer, ApiBody } from "./api-client.ts";
import { atInstallation } from "./installation.ts";
import { query } from "./merchant-calls.ts";
import { payBy } from "./redirect-customer.ts";
import type { ShopService } from "./service.ts";

export type AwaitedTransfer = {
  readonly session: string;
  readonly id: string;
  readonly answer: ApiAnswer;
  readonly account: BankAccount;
};

/** `bank_account` of the answer (contract C4). */
export type BankAccount = {
  readonly bank_code: string;
  readonly bank_name: string;
  readonly iban: string;
  readonly account_holder: string;
  readonly amount: number;
  readonly currency: string;
  readonly reference_code: string;
  readonly expires_at: string;
};

/** Pays by bank transfer. */
export async function awaitTransfer(
  shop: Pick<ShopService, "api">,
  fields: { readonly session?: ApiBody; readonly pay?: ApiBody } = {},
): Promise<AwaitedTransfer> {
  const session = await shop.api.session(fields.session ?? {});
  const answer = await payBy(shop, session, { payment_type: "wire_transfer", ...fields.pay });
  const account = answer.body["bank_account"] as BankAccount;
  return { session, id: String(answer.body["order_id"]), answer, account };
}

/** Sends money at the test bank, like `npx vezne sandbox transfer`. */
export async function sendMoney(
  shop: Pick<ShopService, "database" | "clock">,
  order: { readonly iban: string; readonly description: string; readonly minor: number },
  currency = "TRY",
): Promise<void> {
  if (!isCurrency(currency)) throw new Error(`The sandbox has no ${currency}.`);
  const { iban, description } = order;
  const amount = money(BigInt(order.minor), currency);
  await atInstallation(shop, (installation) =>
    bookSandboxTransfer(installation, { iban, description, amount }),
  );
}

/** Imports a statement file, like `npx vezne statements import`. */
export async function importFile(
  shop: Pick<ShopService, "database" | "clock">,
  file: string | Uint8Array,
  scope?: LineOwner,
): Promise<ImportReport> {
  const bytes = typeof file === "string" ? new TextEncoder().encode(file) : file;
  const { lines } = readStatement(bytes, systemDigest);
  return atInstallation(shop, (installation) =>
    importStatement(statementDeps(installation), {
      lines,
      ...(scope === undefined ? {} : { scope }),
    }),
  );
}

/** The results of the arrived lines: state, reason and order, in the order of arrival. */
export function linesOf(shop: ShopService): Promise<readonly ApiBody[]> {
  return query(
    shop,
    `select description, state, reason, order_id, merchant_id from statement_line
     order by seen_at, description`,
  );
}
