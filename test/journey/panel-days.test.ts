import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hrefsOf, textOf } from "../support/page-visitor.ts";
import { panelUsers, panelVisitor, type PanelVisitor } from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { startReceiver } from "../support/webhook-receiver.ts";

const WRONG = "Write the date as dd/mm/yyyy, for example 23/11/2026.";

describe("days in the panel, typed as people write them", { timeout: 120_000 }, () => {
  let shop: TestService;
  let owner: PanelVisitor;
  let base = "";
  beforeAll(async () => {
    shop = await startTestService();
    const { merchantId } = shop.merchant.merchant;
    base = `/panel/${merchantId}/test`;
    owner = panelVisitor(shop);
    await owner.signIn(await panelUsers(shop).create("owner", merchantId, "owner@example.com"));
  });
  afterAll(() => shop.close());

  const refused = async (path: string, field: string): Promise<void> => {
    const page = await owner.get(base + path);
    expect([path, page.status]).toEqual([path, 400]);
    expect(page.html).toMatch(new RegExp(`id="${field}-error"[^>]*>${WRONG}`));
    expect(page.html).toMatch(new RegExp(`name="${field}"[^>]*aria-invalid="true"`));
  };

  it("filter the overview, or are refused at their field", async () => {
    const page = await owner.get(`${base}?start_date=22.11.2026&end_date=24/11/2026`);
    const lists = hrefsOf(page.html).filter((href) => href.startsWith(`${base}/payments?start`));
    expect(lists[0]).toContain("start_date=2026-11-22&end_date=2026-11-24");
    await refused("?start_date=22.13.2026&end_date=24.11.2026", "start_date");
  });

  it("filter payments and requests, whose addresses have them as ISO", async () => {
    for (const list of ["payments", "requests"]) {
      await owner.get(`${base}/${list}`);
      const fields = { start_date: "22.11.2026", end_date: "2026-11-24" };
      const sent = await owner.post(`${base}/${list}/find`, fields);
      expect(sent.location).toContain("?start_date=2026-11-22&end_date=2026-11-24");
      const wrong = await owner.post(`${base}/${list}/find`, { end_date: "31.11.2026" });
      await refused(wrong.location.slice((shop.url + base).length), "end_date");
    }
  });

  it("filter the audit log", async () => {
    const page = await owner.get(`${base}/audit?day=01.01.2020`);
    expect(page.status).toBe(200);
    expect(textOf(page.html)).toContain("no entry with this filter");
    await refused("/audit?day=soon", "day");
  });

  it("begin a table's row", async () => {
    const row = { category: "5411", max_installments: "3", valid_to: "", intent: "put" };
    await owner.get(`${base}/tables/limits/edit`);
    const send = (valid_from: string) =>
      owner.post(`${base}/tables/limits/edit`, { ...row, valid_from });
    expect((await send("1 2 2099")).status).toBe(303);
    const tables = await owner.get(`${base}/tables`);
    expect(textOf(tables.html)).toContain("1 February 2099");
    const wrong = await send("soon");
    expect([wrong.status, wrong.html.includes(WRONG)]).toEqual([422, true]);
  });

  it("choose the bank's file, and the events that are sent again", async () => {
    const file = await owner.get(`${base}/settlement/sandbox-file?until=23.11.2026`);
    expect(file.headers.get("content-disposition")).toContain("settlement-test-2026-11-23.csv");
    const none = await owner.get(`${base}/settlement/sandbox-file?until=23.11`);
    expect(textOf((await owner.follow(none)).html)).toContain(WRONG);
    const receiver = await startReceiver();
    const added = await owner.post(`${base}/webhooks`, { url: receiver.url });
    const endpoint = `${base}/webhooks/${/webhooks\/(whe_\w+)"/.exec(added.html)?.[1] ?? ""}`;
    const resend = async (since: string): Promise<string> =>
      textOf((await owner.follow(await owner.post(`${endpoint}/resend`, { since }))).html);
    expect(await resend("23.11.2026")).not.toContain(WRONG);
    expect(await resend("23.11")).toContain(WRONG);
    await receiver.stop();
  });
});
