import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OUTCOMES } from "../../src/bank/trial.ts";
import { SECOND } from "../../src/kernel/clock.ts";
import { readPage, type BankPage } from "../support/bank-customer.ts";
import { comeBack, goToBank } from "../support/browserless.ts";
import { startTestService, type TestService } from "../support/service.ts";

const APPROVED = "5528790000000008";

describe("the developer tools on the test bank's pages", () => {
  let shop: TestService;
  beforeAll(async () => void (shop = await startTestService()));
  afterAll(() => shop.close());

  type Begun = { readonly session: string; readonly order: string; readonly page: BankPage };

  /** A payment whose customer is at the bank's page. */
  async function begin(method: "card" | "wallet" = "card"): Promise<Begun> {
    const session = await shop.api.session();
    const paid =
      method === "card"
        ? await shop.api.pay(session, APPROVED, { fields: { is_3d: true } })
        : await shop.api.post("/api/v1/payment/pay", {
            session_id: session,
            payment_type: "wallet",
            wallet_id: "paycell",
          });
    return { session, order: String(paid.body["order_id"]), page: await goToBank(paid) };
  }

  const submit = (page: BankPage, fields: Readonly<Record<string, string>>): Promise<Response> =>
    fetch(page.action, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
  const goBack = (answer: Response) => comeBack(answer.headers.get("location") ?? "");
  const endOf = async ({ session, order }: Begun) => (await shop.api.status(session, order)).body;

  it("are in the only form of the page, below its three decisions", async () => {
    for (const { page } of [await begin(), await begin("wallet")]) {
      expect(page.html.match(/<form/g)).toHaveLength(1);
      expect(page.codes).toHaveLength(1);
      const buttons = [...page.html.matchAll(/<button[^>]*name="(\w+)" value="(\w+)"/g)];
      const names = buttons.map(([, name, value]) => `${name} ${value}`);
      expect(names.slice(0, 3)).toEqual([
        "decision approve",
        "decision decline",
        "decision cancel",
      ]);
      expect(names.slice(-4)).toEqual(["try timeout", "try wrong_code", "try lost", "try twice"]);
    }
  });

  it.each([
    ["timeout", "card", "three_d_secure_timeout"],
    ["wrong_code", "card", "three_d_secure_failed"],
    ["timeout", "wallet", "payment_timeout"],
    ["wrong_code", "wallet", "authentication_failed"],
  ] as const)(
    "end with %s of a %s payment as the text beside the button says",
    async (...trial) => {
      const [name, method, code] = trial;
      const begun = await begin(method);
      expect(begun.page.html).toContain(`id="try-${name}"`);
      expect(begun.page.html).toContain(`<code>${code}</code>`);
      await goBack(await submit(begun.page, { try: name }));
      expect(await endOf(begun)).toMatchObject({ status: "failed", code });
    },
  );

  it.each([
    ["insufficient_balance", "failed", "insufficient_balance"],
    ["do_not_honour", "failed", "do_not_honour"],
    ["lost_card", "failed", "card_blocked"],
    ["expired_card", "failed", "expired_card"],
    ["wrong_cvc", "failed", "invalid_cvc"],
    ["fraud_suspect", "failed", "do_not_honour"],
    ["general_error", "failed", "general_error"],
    ["slow", "completed", undefined],
  ] as const)("let the bank answer %s to a card that it approves", async (...trial) => {
    const [outcome, status, code] = trial;
    expect(OUTCOMES).toContain(outcome);
    const begun = await begin();
    await goBack(await submit(begun.page, { try: "outcome", outcome }));
    const end = await endOf(begun);
    expect(end["status"]).toBe(status);
    expect(end["code"]).toBe(code);
  });

  it.each(["card", "wallet"] as const)("lose the answer to a %s payment", async (method) => {
    const begun = await begin(method);
    const answer = await submit(begun.page, { try: "lost" });
    if (method === "card") await goBack(answer);
    else expect((await readPage(answer)).html).toContain("Dönüş yolda kayboldu");
    expect(await endOf(begun)).toMatchObject({ status: "processing" });
    await expect
      .poll(async () => {
        shop.clock.move(20 * SECOND);
        return (await endOf(begun))["status"];
      })
      .toBe("completed");
  });

  it.each(["card", "wallet"] as const)("send the return of a %s payment twice", async (method) => {
    const begun = await begin(method);
    const answer = await submit(begun.page, { try: "twice" });
    const policy = answer.headers.get("content-security-policy") ?? "";
    expect(policy).toContain(`img-src data: ${shop.url};`);
    const { html } = await readPage(answer);
    const [, picture = ""] = /<img class="first" src="([^"]+)"/.exec(html) ?? [];
    const [, link = ""] = /<a class="primary" href="([^"]+)"/.exec(html) ?? [];
    expect(picture).toBe(link);
    const address = link.replaceAll("&amp;", "&");
    const returns = await Promise.all([1, 2].map(() => fetch(address, { redirect: "manual" })));
    expect(returns.map(({ status }) => status)).toEqual([303, 303]);
    await expect.poll(async () => (await endOf(begun))["status"]).toBe("completed");
  });

  it("change nothing once the payment is decided, and refuse unknown choices", async () => {
    const begun = await begin();
    const unknown = await submit(begun.page, { try: "explode", outcome: "explode" });
    expect(unknown.headers.get("location")).toContain("/bank/3ds/");
    await goBack(await submit(begun.page, { try: "outcome", outcome: "explode" }));
    await goBack(await submit(begun.page, { try: "timeout" }));
    expect(await endOf(begun)).toMatchObject({ status: "completed" });
  });
});
