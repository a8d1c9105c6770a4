import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DAY } from "../../src/kernel/clock.ts";
import { textOf } from "../support/page-visitor.ts";
import { panelUsers, panelVisitor, type PanelVisitor } from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";

const LINK = /href="([^"]*tables\/rates\/edit\?[^"]*)"/g;

describe("the panel's forms for tables", { timeout: 120_000 }, () => {
  let shop: TestService;
  let owner: PanelVisitor;
  let support: PanelVisitor;
  let base = "";
  beforeAll(async () => {
    shop = await startTestService();
    const { merchantId } = shop.merchant.merchant;
    base = `/panel/${merchantId}/test`;
    [owner, support] = [panelVisitor(shop), panelVisitor(shop)];
    const users = panelUsers(shop);
    await owner.signIn(await users.create("owner", merchantId, "owner@example.com"));
    await support.signIn(await users.create("developer", merchantId, "dev@example.com"));
  });
  afterAll(() => shop.close());

  const today = (): string => dayAfter(0);
  const dayAfter = (days: number): string =>
    new Date(shop.clock.now() + 3 * 3_600_000 + days * DAY).toISOString().slice(0, 10);
  const bonus = (fields: Record<string, string> = {}) => ({
    program: "Bonus",
    card_bank: "own",
    card_category: "",
    installment_count: "3",
    commission_rate: "%4,25",
    borne_by: "customer",
    bank_code: "",
    valid_from: today(),
    valid_to: "",
    intent: "put",
    ...fields,
  });
  const send = (fields: Record<string, string>) => owner.post(`${base}/tables/rates/edit`, fields);
  const offer = async (): Promise<unknown> => {
    shop.clock.move(1_100);
    const session_id = await shop.api.session();
    const fields = { session_id, bin_number: "54003600" };
    const { body } = await shop.api.post("/api/v1/payment/installment", fields);
    return body;
  };

  it("begin with a row's values, and change it from a day on", async () => {
    const page = await owner.get(`${base}/tables`);
    expect(textOf(page.html)).toContain("test mode's own are in force");
    const links = [...page.html.matchAll(LINK)].map(([, href = ""]) =>
      href.replaceAll("&amp;", "&"),
    );
    const first = links.find((href) => href.includes("program=Bonus")) ?? "";
    const form = await owner.get(first);
    expect(form.html).toContain('<option value="Bonus" selected');
    expect(form.html).toMatch(/name="commission_rate" value="1\.99"/);
    expect(form.html).toContain(`value="${today()}"`);
    const saved = await owner.follow(await send(bonus({ valid_from: dayAfter(2) })));
    expect(textOf(saved.html)).toContain("Saved");
    expect(textOf(saved.html)).toContain("4.25%");
    // The other rates of the sandbox stay in force beside the changed one.
    expect(textOf(saved.html)).toContain("World");
  });

  it("keep what was typed, with the error under its field", async () => {
    const wrong = await send(bonus({ commission_rate: "abc", installment_count: "100" }));
    expect(wrong.status).toBe(422);
    expect(wrong.html).toContain('value="abc"');
    expect(wrong.html).toMatch(/id="commission_rate-error"[^>]*>Type a percentage/);
    expect(wrong.html).toMatch(/id="installment_count-error"[^>]*>Type a number from 1 to 99/);
    const past = await send(bonus({ valid_from: dayAfter(-1) }));
    expect(past.html).toMatch(/id="valid_from-error"[^>]*>Choose today/);
    const foreign = await send(bonus({ card_bank: "foreign", installment_count: "1" }));
    expect(foreign.html).toMatch(/id="program-error"/);
    const history = textOf((await owner.get(`${base}/tables/rates/history`)).html);
    expect(history).toContain("Change 1");
    expect(history).not.toContain("Change 2");
  });

  it("show who changed what and when, and each earlier table", async () => {
    await send(bonus({ installment_count: "6", commission_rate: "7,5" }));
    const history = await owner.get(`${base}/tables/rates/history`);
    expect(textOf(history.html)).toMatch(/Change 2 [\d/, :]+ owner@example\.com 2 1 \d+/);
    const second = textOf((await owner.get(`${base}/tables/rates/history/2`)).html);
    expect(second).toMatch(/Added rows .*7\.50%.* Removed rows .*5\.99%/);
    const first = textOf((await owner.get(`${base}/tables/rates/history/1`)).html);
    expect(first).not.toContain("7.50%");
    // The first change is compared with the sandbox's own rates.
    expect(first).toMatch(/Removed rows .*Bonus Own bank 3 2\.99%.* The table in this state/);
    const audit = textOf((await owner.get(`${base}/audit`)).html);
    expect(audit).toContain("Table changed");
    expect(audit).toContain("Commission (%): 7,5");
    expect((await owner.get(`${base}/tables/rates/history/99`)).status).toBe(404);
    expect((await owner.get(`${base}/tables/rates/history/x`)).status).toBe(404);
  });

  it("give each state as a file that can be uploaded again", async () => {
    const earlier = await owner.get(`${base}/tables/rates/history/1/csv`);
    expect(earlier.headers.get("content-type")).toContain("text/csv");
    const back = new Blob([earlier.html]);
    const loaded = await owner.follow(await owner.post(`${base}/tables/rates`, { rates: back }));
    expect(textOf(loaded.html)).toContain("rows imported");
    expect(textOf(loaded.html)).not.toContain("7.50%");
    const present = await owner.get(`${base}/tables/rates/csv`);
    expect(present.html).toBe(earlier.html);
  });

  it("remove a row from a day on", async () => {
    const before = await offer();
    expect(JSON.stringify(before)).toContain('"count":6');
    const removed = await owner.follow(
      await send(bonus({ installment_count: "6", is_row: "yes", intent: "remove" })),
    );
    expect(textOf(removed.html)).toContain("Saved");
    expect(JSON.stringify(await offer())).not.toContain('"count":6');
    const again = await owner.follow(
      await send(bonus({ installment_count: "6", is_row: "yes", intent: "remove" })),
    );
    expect(textOf(again.html)).toContain("Nothing changed");
  });

  it("read the last day 31.12.9999 as no end", async () => {
    const row = { installment_count: "9", valid_to: "31.12.9999" };
    await owner.follow(await send(bonus({ ...row, commission_rate: "5" })));
    const changed = await owner.follow(await send(bonus({ ...row, commission_rate: "6" })));
    expect(textOf(changed.html)).toContain("6.00%");
    expect(textOf(changed.html)).not.toContain("5.00%");
    const file = await owner.get(`${base}/tables/rates/csv`);
    const loaded = await owner.post(`${base}/tables/rates`, { rates: new Blob([file.html]) });
    expect(textOf((await owner.follow(loaded)).html)).toContain("rows imported");
    await owner.follow(await send(bonus({ ...row, is_row: "yes", intent: "remove" })));
    expect(JSON.stringify(await offer())).not.toContain('"count":9');
    const wrong = await send(bonus({ valid_from: "1.1.9999", valid_to: "31.12.9999" }));
    expect(wrong.html).toMatch(/id="valid_from-error"[^>]*>Choose a day of the years 1970 to 9998/);
  });

  it("edit limits and the bank's contract in the same way", async () => {
    const limit = { category: "526", max_installments: "3", valid_from: today(), valid_to: "" };
    const limited = await owner.follow(await owner.post(`${base}/tables/limits/edit`, limit));
    expect(textOf(limited.html)).toMatch(/526 3 \d+ \w+ \d{4}/);
    const lawful = { ...limit, category: "527", max_installments: "", goods: "jewellery" };
    const mapped = await owner.follow(await owner.post(`${base}/tables/limits/edit`, lawful));
    expect(textOf(mapped.html)).toMatch(/527 Jewellery by law one payment to be checked –/);
    const neither = await owner.post(`${base}/tables/limits/edit`, { ...lawful, goods: "" });
    expect(textOf(neither.html)).toContain("Type a number from 1 to 99, or choose the kind");
    const line = {
      payment_type: "wallet",
      acquirer: "",
      program: "",
      installment_count: "",
      commission_rate: "2,10",
      value_days: "x",
      valid_from: today(),
      valid_to: "",
    };
    const wrong = await owner.post(`${base}/settlement/contract/edit`, line);
    expect(wrong.html).toMatch(/id="value_days-error"/);
    const path = `${base}/settlement/contract/edit`;
    const saved = await owner.follow(await owner.post(path, { ...line, value_days: "7" }));
    expect(textOf(saved.html)).toMatch(/Wallet All All All 2\.10% 7/);
    const dear = { ...line, payment_type: "debitcard", value_days: "1" };
    const warned = await owner.follow(await owner.post(path, dear));
    expect(textOf(warned.html)).toContain("2.10% above the legal cap of 1.04% (2025-11-01)");
    const history = textOf((await owner.get(`${base}/settlement/contract/history`)).html);
    expect(history).toContain("owner@example.com");
  });

  it("are closed to a role that may only read the tables", async () => {
    const page = await support.get(`${base}/tables`);
    expect(page.status).toBe(200);
    expect(page.html).not.toContain("tables/rates/edit");
    expect((await support.get(`${base}/tables/rates/edit`)).status).toBe(403);
    expect((await support.get(`${base}/tables/rates/history`)).status).toBe(200);
  });
});
