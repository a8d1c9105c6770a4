import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hiddenFields, textOf, hrefsOf } from "../support/page-visitor.ts";
import { merchantCalls, paidOrder, query } from "../support/merchant-calls.ts";
import { panelUsers, panelVisitor, type PanelVisitor } from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";
import type { Role } from "../../src/domain/merchant/user.ts";

const MONDAY = "2026-11-23";

/** Saturday's sales, which the test bank pays out on Monday. */
describe("settlement in the panel", () => {
  let shop: TestService;
  let finance: PanelVisitor;
  let base: string;
  let file = "";
  const orders: string[] = [];
  beforeAll(async () => {
    shop = await startTestService();
    base = `/panel/${shop.merchant.merchant.merchantId}/test/settlement`;
    finance = await enter("finance");
  });
  afterAll(() => shop.close());

  const enter = async (role: Role): Promise<PanelVisitor> => {
    const visitor = panelVisitor(shop);
    const { merchantId } = shop.merchant.merchant;
    await visitor.signIn(await panelUsers(shop).create(role, merchantId, `${role}@example.com`));
    return visitor;
  };
  const csv = (text: string): Blob => new Blob([text], { type: "text/csv" });
  const compare = async (text: string, person = finance) =>
    person.follow(await person.post(`${base}/import`, { settlement: csv(text) }));

  it("imports the test bank's contract, and then shows the expected payouts", async () => {
    expect(textOf((await finance.get(base)).html)).toContain("There is no contract");
    const atOnce = Array.from({ length: 6 }, () => finance.post(`${base}/sandbox-contract`));
    expect((await Promise.all(atOnce)).map(({ status }) => status)).toEqual(Array(6).fill(303));
    const taken = await finance.follow(await finance.post(`${base}/sandbox-contract`));
    expect(textOf(taken.html)).toMatch(/Credit card All All 1 1\.79% 1 1 January 2020/);
    shop.clock.move(2_000);
    for (let index = 0; index < 3; index += 1) {
      const amount = { amount: 100_000 + index };
      orders.push((await paidOrder(shop.api, { fields: amount })).order);
    }
    const { refund } = merchantCalls(shop.api, shop.merchant.testApiKey);
    await refund(orders[2], { amount: 500 });
    const calendar = textOf((await finance.get(`${base}/calendar`)).html);
    expect(calendar).toContain(
      "23 November 2026 TRY 3 TRY 3,000.03 TRY 53.70 TRY 0.00 TRY 2,946.33",
    );
    expect(calendar).toContain("Refunds to be deducted TRY 0 TRY 0.00 TRY 0.00 TRY 5.00 -TRY 5.00");
    expect(calendar).toContain("Total, TRY TRY 2,941.33");
    expect(calendar).not.toContain("overdue");
  });

  it("offers the test bank's file, and shows each difference to the kuruş", async () => {
    const offered = await finance.get(`${base}/sandbox-file?until=${MONDAY}`);
    expect(offered.headers.get("content-disposition")).toBe(
      `attachment; filename="settlement-test-${MONDAY}.csv"`,
    );
    file = offered.html;
    const [head = "", ...rows] = file.trim().split("\n");
    expect(rows).toHaveLength(4);
    const wrong = rows
      .filter((row) => !row.includes(",100001,"))
      .map((row) => row.replace(",100000,1790,", ",100000,1801,"));
    wrong.push(`att_of_nobody,sale,100,2,TRY,${MONDAY}`);
    const page = await compare([head, ...wrong].join("\n"));
    const text = textOf(page.html);
    expect(text).toContain("Lines settled: 3; differences: 3.");
    expect(text).toMatch(new RegExp(`Commission too high ${orders[0]} -TRY 0\\.11 \\d`));
    expect(text).toMatch(new RegExp(`Not in the file ${orders[1]} -TRY 982\\.11 – `));
    expect(text).toMatch(/Not in the books – \+TRY 0\.98 5 att_of_nobody/);
    const links = hrefsOf(page.html).filter((href) => href.includes("/payments/ORD-"));
    expect(links).toHaveLength(2);
    expect((await finance.get(links[0] ?? "")).status).toBe(200);
  });

  it("applies the matching lines once, lists the files with results, and refuses an unreadable one", async () => {
    const rest = textOf((await compare(file)).html);
    expect(rest).toContain("Lines settled: 1; differences: 3.");
    expect(rest.match(/Paid a second time/g)).toHaveLength(3);
    expect(textOf((await finance.get(`${base}/calendar`)).html)).toContain("No payout is due");
    const list = textOf((await finance.get(base)).html);
    expect(list).toMatch(/File 2 \S+, 12:00 finance@example\.com 4 1 3 File 1 /);
    const broken = await compare(`${file.split("\n")[0]}\nx,gift,1,1.5,TRY,soon\n`);
    expect([broken.status, textOf(broken.html)]).toEqual([
      422,
      expect.stringContaining("Line 2 : kind must be sale or refund"),
    ]);
    const none = await finance.follow(await finance.post(`${base}/import`, { settlement: "" }));
    expect(textOf(none.html)).toContain("Choose a file.");
    const { rows } = await shop.database
      .open({ max: 1 })
      .query<{ actor: string }>(
        "select actor from panel_audit where action = 'settlement.imported'",
      );
    expect(rows).toHaveLength(2);
  });

  it("says that only the newest files are shown", async () => {
    const list = async () => textOf((await finance.get(base)).html);
    expect(await list()).toMatch(/File 1 ((?!The newest).)*$/s);
    for (let count = 0; count < 50; count += 1) await compare(file);
    expect(await list()).toContain("The newest 50 files.");
  });

  it("maps the columns of the bank's extract by its own headers, once it has read the sample", async () => {
    const page = `${base}/mapping?acquirer=sandbox`;
    expect(textOf((await finance.get(page)).html)).toContain(
      "The product's own mapping is in force",
    );
    const sample = csv(
      "BANKA EKSTRESİ\n\nValör;Tür;Prov. No;Tutar;Kesinti\n" +
        "24.11.2026;Alışveriş;A00001;1.250,00;22,38\n24.11.2026;Bozuk;A00002;5,00;0,10\n" +
        "24.11.2026;Alışveriş;A00003;7,00;0,13\n",
    );
    const read = await finance.post(`${base}/mapping/columns`, { acquirer: "sandbox", sample });
    expect(read.html).toContain('<option value="Prov. No">');
    const hidden = hiddenFields(read.html.replace(/^.*(?=<form[^>]*mapping\/try)/s, ""));
    const columns = {
      "column:gross": "Tutar",
      "column:commission": "Kesinti",
      "column:paid_on": "Valör",
      "column:auth_code": "Prov. No",
      "column:kind": "Tür",
      decimal: ",",
      day: "dd.MM.yyyy",
    };
    const wordless = await finance.post(`${base}/mapping/try`, { ...hidden, ...columns });
    expect(wordless.status).toBe(422);
    expect(textOf(wordless.html)).toContain("kind is a word that the mapping has no meaning for");
    expect(textOf(wordless.html)).toContain("In the file: Alışveriş, Bozuk");
    const words = { "words:kind:sale": "Alışveriş", "column:paid_on": "" };
    const dayless = await finance.post(`${base}/mapping/try`, { ...hidden, ...columns, ...words });
    expect(textOf(dayless.html)).toContain("columns.paid_on must name a column's header");
    const tryColumns = () =>
      finance.post(`${base}/mapping/try`, {
        ...hidden,
        ...columns,
        "words:kind:sale": "Alışveriş",
      });
    const tried = await tryColumns();
    expect(textOf(tried.html)).toContain("Rows read: 2.");
    expect(textOf(tried.html)).toContain("1 line could not be read: Line 5: kind");
    expect(textOf(tried.html)).toMatch(/sale 2026-11-24 1250.00 22.38 TRY A00001/);
    const keep = hiddenFields(tried.html.replace(/^.*(?=<form[^>]*mapping\/keep)/s, ""));
    const other = await finance.post(`${base}/mapping/keep`, { ...keep, sample: "" });
    expect(other.status).toBe(422);
    const kept = await finance.follow(await finance.post(`${base}/mapping/keep`, keep));
    expect(textOf(kept.html)).toContain("The mapping is kept.");
    const { html } = await compare(
      "Valör;Tür;Prov. No;Tutarı;Kesinti\n24.11.2026;Alışveriş;A00001;1.250,00;22,38\n",
    );
    expect(textOf(html)).toContain('Tutar is a column that is missing; the file has "Tutarı"');
    // The form has no field for an encoding that a command has set, and keeps it.
    const encoded = `'{"encoding": "utf-8"}'`;
    await query(shop, `update column_mapping set document = document || ${encoded}`);
    const again = (await tryColumns()).html.replace(/^.*(?=<form[^>]*mapping\/keep)/s, "");
    await finance.post(`${base}/mapping/keep`, hiddenFields(again));
    expect(
      await query(shop, "select document ->> 'encoding' as encoding from column_mapping"),
    ).toEqual([{ encoding: "utf-8" }]);
    await finance.post(`${base}/mapping/forget`, { acquirer: "sandbox" });
    expect(textOf((await finance.get(page)).html)).toContain("The product's own mapping");
    expect((await finance.get(`${base}/mapping?acquirer=acq_none`)).status).toBe(404);
  });

  it("shows overdue payouts, also to readers, and no files of another merchant or mode", async () => {
    shop.clock.move(2_000);
    await paidOrder(shop.api);
    shop.clock.move(4 * 24 * 60 * 60_000);
    const reader = await enter("read-only");
    expect(textOf((await reader.get(`${base}/calendar`)).html)).toContain("2026 overdue TRY 1");
    const page = await reader.get(base);
    expect([page.status, page.html.includes('type="file"')]).toEqual([200, false]);
    expect((await compare(file, reader)).status).toBe(403);
    expect((await reader.post(`${base}/sandbox-contract`)).status).toBe(403);
    const own = /settlement\/files\/\d+/.exec(page.html)?.[0] ?? "";
    const { merchant } = await shop.createMerchant("Komşu");
    const neighbour = panelVisitor(shop);
    await neighbour.signIn(await panelUsers(shop).create("owner", merchant.merchantId, "k@x.tr"));
    const theirs = `/panel/${merchant.merchantId}/test/${own}`;
    expect((await neighbour.get(theirs)).status).toBe(404);
    await neighbour.secure();
    for (const path of ["sandbox-file?until=2026-11-23", "files/1", "files/x"]) {
      const live = `/panel/${merchant.merchantId}/live/settlement/${path}`;
      expect([path, (await neighbour.get(live)).status]).toEqual([path, 404]);
    }
  });
});
