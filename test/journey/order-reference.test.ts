import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readEvents } from "../support/event-reader.ts";
import { panelUsers, panelVisitor, type PanelVisitor } from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";

const APPROVED = "5528790000000008";
const REFERENCE = "SIP-2026-00880";

describe("the merchant's own number of an order", () => {
  let shop: TestService;
  let auth: Record<string, string>;
  let person: PanelVisitor;
  let home: string;
  let order: string;
  let other: string;

  const pay = async (fields: Record<string, unknown>): Promise<string> => {
    shop.clock.move(1_000);
    const session = await shop.api.session(fields);
    return String((await shop.api.pay(session, APPROVED)).body["order_id"]);
  };
  const records = async (path: string): Promise<readonly Record<string, unknown>[]> => {
    const { body } = await shop.api.get(`/api/v1/payment/${path}`, auth);
    const list = Array.isArray(body) ? body : body["transactions"];
    return list as readonly Record<string, unknown>[];
  };

  beforeAll(async () => {
    shop = await startTestService();
    auth = { authorization: `Bearer ${shop.merchant.testApiKey}` };
    const metadata = { cart: "sepet-17", campaign: { id: 4 }, weight: 12 };
    const customer = { name: "Ayşe", email: "ayse.yilmaz@example.com", phone: "+90 532 111 22 33" };
    order = await pay({ reference: REFERENCE, metadata, customer, amount: 125_050 });
    other = await pay({ amount: 9_900, metadata: { cart: String.raw`\u0000` } });
    const { merchantId } = shop.merchant.merchant;
    home = `/panel/${merchantId}/test`;
    person = panelVisitor(shop);
    await person.signIn(await panelUsers(shop).create("owner", merchantId));
  });
  afterAll(() => shop.close());

  it("stands in the list and in the JSON export of the payments that have one", async () => {
    for (const path of ["transactions", "transactions/export?format=json"]) {
      const found = await records(path);
      const references = found.map(({ order_id, reference }) => [order_id, reference]);
      expect(references).toEqual([
        [other, undefined],
        [order, REFERENCE],
      ]);
      expect(found[0]).not.toHaveProperty("reference");
    }
  });

  it("stands in the event of the payment", async () => {
    const references = async (): Promise<unknown[]> => {
      const wish = { type: "payment.completed" };
      const { events } = await readEvents(shop, shop.merchant.testApiKey, wish);
      return events.map(({ data }) => data["reference"]);
    };
    await expect.poll(references).toEqual([REFERENCE, undefined]);
  });

  it.each<[string, unknown]>([
    ["an empty text", ""],
    ["a number", 880],
    ["101 characters", "x".repeat(101)],
    ["a space at the end", "SIP-1 "],
    ["a line break", "SIP\n1"],
  ])("is refused as %s, naming the field", async (_name, reference) => {
    await expect(shop.api.session({ reference })).rejects.toThrow("reference");
  });

  it.each<[string, string]>([
    ["as a whole, in any case", "sip-2026-00880"],
    ["by its end", "00880"],
    ["by a value of its metadata", "Sepet-17"],
    ["by a number of its metadata", "12"],
    ["by the amount as people write it", "1.250,50 TL"],
    ["by the telephone number as people write it", "0532 111 22 33"],
    ["by the part of the e-mail before the @", "ayse.yilmaz"],
    ["by the beginning of the e-mail", "ayse.yil"],
  ])("opens its payment in the panel when it is searched %s", async (_name, term) => {
    const answer = await person.get(`${home}/payments?q=${encodeURIComponent(term)}`);
    expect(answer.location).toContain(`${home}/payments/${order}`);
  });

  it("opens a payment by the end of its id, and shows reference and metadata as rows", async () => {
    const answer = await person.get(`${home}/payments?q=${order.slice(-6)}`);
    expect(answer.location).toContain(order);
    const { html: page } = await person.follow(answer);
    expect(page).toContain(`<bdi class="code">${REFERENCE}</bdi>`);
    expect(page).toContain("<dt>cart</dt><dd><bdi>sepet-17</bdi></dd>");
  });

  it("stands in the files for Excel, which contain the list with its search", async () => {
    const fields = { format: "excel_csv", q: "ayse.yilmaz" };
    const { html: text } = await person.post(`${home}/payments/export`, fields);
    const [heads, row, ...rest] = text.split("\r\n");
    expect(heads).toMatch(/^Time,Payment,Your order number,Status,/);
    expect(row).toContain(`${order},${REFERENCE},Completed,`);
    expect(row).toContain(",1250.50,1250.50,0.00,0.00,TRY,1,Ayşe,ayse.yilmaz@example.com,");
    expect(rest).toEqual([""]);
    const workbook = await person.post(`${home}/payments/export`, { format: "xlsx" });
    expect(workbook.headers.get("content-disposition")).toContain('.xlsx"');
    expect(workbook.html.startsWith("PK")).toBe(true);
  });
});
