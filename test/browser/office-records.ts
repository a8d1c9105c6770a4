import type { ApiBody } from "../support/api-client.ts";
import { readHere } from "../support/file-reader.ts";
import { importRates, importLimits } from "../../src/file/import/import-terms.ts";
import { atInstallation } from "../support/installation.ts";
import type { OrderId, UserId } from "../../src/kernel/ids.ts";
import { money } from "../../src/kernel/money.ts";
import { HELD, merchantCalls, query } from "../support/merchant-calls.ts";
import type { TestService } from "../support/service.ts";
import { camt053 } from "../support/statements.ts";
import { awaitTransfer, importFile } from "../support/transfer-customer.ts";
import { APPROVED, POOR } from "./customer.ts";

const LONG_NAME = "Ciltli, resimli ve şerhli Osmanlıca-Türkçe ansiklopedik büyük lûgat (2 cilt)";

/** The ids that stand for the names in the paths of `PAGES`. */
export type RecordIds = Readonly<
  Record<"order" | "failed" | "held" | "event" | "line" | "approval", string>
>;

/** Creates payments in three states, an unmatched line, and tables with an earlier state. */
export async function createRecords(shop: TestService): Promise<RecordIds> {
  const customer = {
    customer_id: "m-1",
    name: "Ayşegül Nur",
    surname: "Karaosmanoğlu",
    email: "aysegul.karaosmanoglu@ornek.example",
    phone: "+905321112233",
  };
  const order = await paid(shop, APPROVED, {
    amount: 172_000,
    customer,
    reference: "SIP-2026-00880",
    metadata: { siparis: "SIP-2026-00880", depo: "Kadıköy" },
    basket: [{ id: "1", name: LONG_NAME, qty: 2, unit_price: 86_000 }],
  });
  const { refund } = merchantCalls(shop.api, shop.merchant.testApiKey);
  await refund(order, { amount: 5_025 });
  const failed = await paid(shop, POOR, { customer });
  const held = await paid(shop, APPROVED, { ...HELD, customer });
  const [event, line] = [await newestEvent(shop), await unmatched(shop)];
  return { order, failed, held, event, line, approval: await askedRefund(shop, order) };
}

/** Stores the request of a refund that waits for a second person. */
async function askedRefund(shop: TestService, order: string): Promise<string> {
  const { merchantId } = shop.merchant.merchant;
  const now = shop.clock.now();
  const requestId = "1m7ynaym00g045vpwr7";
  await atInstallation(shop, ({ approvals }) =>
    approvals.add({
      merchantId,
      mode: "test",
      requestId,
      orderId: order as OrderId,
      amount: money(90_000n, "TRY"),
      formKey: requestId,
      state: "waiting",
      requestedAt: now,
      reason: "Ürün iade edildi: Kapağı yırtık, sayfaları ıslanmış geldi",
      requestedBy: "usr_asks" as UserId,
      requester: "finans.sorumlusu@kitapci.example",
      decision: undefined,
      refundId: undefined,
      refusal: undefined,
    }),
  );
  return requestId;
}

async function paid(shop: TestService, card: string, fields: ApiBody): Promise<string> {
  const session = await shop.api.session(fields);
  const { body } = await shop.api.pay(session, card);
  return String(body["order_id"]);
}

async function newestEvent(shop: TestService): Promise<string> {
  const [event] = await query(shop, "select event_id from event order by created_at limit 1", []);
  return String(event?.["event_id"]);
}

/** Imports a line with another amount than the transfer that its sender made. */
async function unmatched(shop: TestService): Promise<string> {
  const { account } = await awaitTransfer(shop);
  const description = "siparis odemesi SIP-2026-00881 Ayse Karaosmanoglu Istanbul subesi";
  await importFile(shop, camt053(account.iban, [{ reference: "l1", minor: 12_000, description }]));
  const [line] = await query(
    shop,
    "select account || '/' || bank_key as id from statement_line where description = $1",
    [description],
  );
  return String(line?.["id"]);
}

/** Replaces the tables of installments twice, so that each has a history. */
export async function changeTables(shop: TestService): Promise<void> {
  const { merchantId } = shop.merchant.merchant;
  const owner = { merchantId, mode: "test" } as const;
  const by = "finans@kitapci.example";
  const file = (...lines: string[]) => new TextEncoder().encode(lines.join("\n"));
  const head = "program,card_bank,installment_count,commission_rate,valid_from";
  const rows = ["bonus,own,2,1.99,2026-01-01", "bonus,own,3,2.99,2026-01-01"];
  const more = [...rows, "axess,partner,12,13.49,2027-01-01"];
  await atInstallation(shop, async ({ clock, installmentTerms }) => {
    const deps = { clock, installmentTerms, files: readHere };
    await importRates(deps, { owner, by, file: file(head, ...rows) });
    await importRates(deps, { owner, by, file: file(head, ...more) });
    const limits = file("category,max_installments,valid_from", "526,3,2026-01-01");
    await importLimits(deps, { owner, by, file: limits });
  });
}
