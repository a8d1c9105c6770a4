// tier: core
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { later } from "../../src/kernel/clock.ts";
import { newAttemptId, newOrderId } from "../../src/kernel/ids.ts";
import { money } from "../../src/kernel/money.ts";
import type { Challenge, RedirectRequest } from "../../src/domain/payment/acquirer.ts";
import { openBankPage, submit, readPage, returnFields } from "../support/bank-customer.ts";
import { textOf } from "../support/page-visitor.ts";
import { random, type SandboxBank, startSandboxBank } from "../support/sandbox-bank.ts";
import { modificationOf, formOf, inquiryOf, returnOf } from "../support/acquirer-calls.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

let bank: SandboxBank;
beforeAll(async () => {
  bank = await startSandboxBank();
});
afterAll(() => bank.close());

type Begun = { readonly request: RedirectRequest; readonly challenge: Challenge };

function newRequest(over: Partial<RedirectRequest> = {}): RedirectRequest {
  const now = bank.clock.now();
  const source = { now, random };
  const attemptId = newAttemptId(bank.merchantId, source);
  return {
    merchantId: bank.merchantId,
    attemptId,
    reference: attemptId,
    orderId: newOrderId(bank.merchantId, source),
    method: "wallet",
    provider: "paycell",
    amount: money(125_000n, "TRY"),
    installmentCount: 1,
    returnUrl: "https://pay.example/return?state=s1",
    merchantName: "Çiçek & <b>Böcek</b>",
    language: "tr",
    expiresAt: later(now, 15 * MINUTE),
    ...over,
  };
}

function beginWith(request: RedirectRequest) {
  const { redirects } = bank.acquirer;
  if (redirects === undefined) throw new Error("The sandbox acquirer has no redirect methods.");
  return redirects.begin(request);
}

async function begin(over: Partial<RedirectRequest> = {}): Promise<Begun> {
  const request = newRequest(over);
  const challenge = await beginWith(request);
  if (challenge.kind !== "challenge") throw new Error(`It was ${challenge.kind}.`);
  return { request, challenge };
}

async function open(over: Partial<RedirectRequest> = {}) {
  const begun = await begin(over);
  return { ...begun, page: await openBankPage(begun.challenge) };
}

const CREDIT = { method: "shopping_credit", provider: "0064", installmentCount: 6 } as const;

describe("a page of a wallet, a lender or Papel", () => {
  it.each([
    [{}, ["Paycell ile ödeme", "Cüzdan", "Öde"]],
    [CREDIT, ["Alışveriş kredisi başvurusu", "İş Bankası", "Taksit 6", "Başvur"]],
    [{ method: "papel", provider: "papel" }, ["Papel ile ödeme", "Öde"]],
  ] as const)("shows provider, merchant, purpose and amount: %j", async (over, words) => {
    const { page } = await open(over);
    expect(page.status).toBe(200);
    expect(page.html).toContain('<html lang="tr">');
    const text = textOf(page.html);
    for (const word of [...words, "₺1.250,00", "Çiçek & <b>Böcek</b>", "Simülasyon"]) {
      expect(text).toContain(word);
    }
  });

  it("has one form with the code beside its field, three buttons and no script", async () => {
    const { page, challenge } = await open();
    expect(page.html.match(/<form/g)).toHaveLength(1);
    expect(page.codes).toHaveLength(1);
    expect(page.codes[0]).toMatch(/^\d{6}$/);
    expect(page.html).toMatch(/<input[^>]*name="otp"/);
    const buttons = [...page.html.matchAll(/name="decision" value="(\w+)"/g)];
    expect(buttons.map(([, value]) => value)).toEqual(["approve", "decline", "cancel"]);
    expect(page.html).not.toContain("<script");
    const { headers } = await fetch(formOf(challenge).action);
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(headers.get("cache-control")).toBe("no-store");
  });

  it("is in English when the payment or the customer asks for it", async () => {
    const { page } = await open({ language: "en" });
    expect(textOf(page.html)).toContain("Pay with Paycell");
    const turkish = await readPage(await fetch(new URL("?lang=tr", page.action)));
    expect(turkish.html).toContain('<html lang="tr">');
  });

  it("is 404 for an unknown payment", async () => {
    for (const method of ["GET", "POST"]) {
      const init = method === "POST" ? { body: new URLSearchParams({ decision: "approve" }) } : {};
      const response = await fetch(`${bank.url}/pay/nobody`, { method, ...init });
      expect(response.status).toBe(404);
    }
  });
});

describe("a decision at a hosted page", () => {
  it("takes the money when the customer approves, and informs the terminal", async () => {
    const { request, page } = await open();
    expect(await bank.acquirer.inquire(inquiryOf(request))).toEqual({ kind: "challenge_open" });
    const fields = returnFields(await submit(page, "approve"));
    expect(fields).toMatchObject({ state: "s1", result: "approve", md_status: "1" });
    expect((await bank.acquirer.readReturn(returnOf(request, fields))).kind).toBe("authenticated");
    const word = await bank.acquirer.inquire(inquiryOf(request));
    expect(word).toMatchObject({ kind: "approved", bankCode: "00" });
    expect(await bank.acquirer.inquire(inquiryOf(request))).toEqual(word);
  });

  it.each([
    ["decline", "do_not_honour"],
    ["cancel", "cancelled_by_customer"],
  ] as const)("takes no money after %s: %s", async (decision, reason) => {
    const { request, page } = await open();
    const fields = returnFields(await submit(page, decision));
    expect((await bank.acquirer.readReturn(returnOf(request, fields))).kind).toBe(
      "not_authenticated",
    );
    expect(await bank.acquirer.inquire(inquiryOf(request))).toMatchObject({
      kind: "declined",
      reason,
    });
  });

  it("takes no money after three wrong codes", async () => {
    const { request, page } = await open();
    const wrong = page.codes[0] === "000000" ? "000001" : "000000";
    const again = await readPage(await submit(page, "approve", wrong));
    expect(textOf(again.html)).toContain("2 deneme hakkınız kaldı");
    await submit(page, "approve", "");
    expect(returnFields(await submit(page, "approve", wrong))["result"]).toBe("wrong_code");
    expect(await bank.acquirer.inquire(inquiryOf(request))).toMatchObject({
      kind: "declined",
      reason: "authentication_failed",
    });
  });

  it("repeats the first decision's return for later submissions, reloads and visits", async () => {
    const { challenge, page } = await open();
    const decisions = ["approve", "decline", "cancel", "approve"] as const;
    const first = await Promise.all(decisions.map((decision) => submit(page, decision)));
    const hashes = new Set(first.map((response) => returnFields(response)["hash"]));
    expect(hashes.size).toBe(1);
    bank.clock.move(MINUTE);
    const reload = returnFields(await fetch(formOf(challenge).action, { redirect: "manual" }));
    expect(hashes.has(reload["hash"])).toBe(true);
  });

  it("is possible until the time that the terminal set", async () => {
    const { request, challenge, page } = await open();
    bank.clock.move(15 * MINUTE - 1);
    expect(await bank.acquirer.inquire(inquiryOf(request))).toEqual({ kind: "challenge_open" });
    bank.clock.move(1);
    const timedOut = { kind: "declined", reason: "payment_timeout" };
    expect(await bank.acquirer.inquire(inquiryOf(request))).toMatchObject(timedOut);
    const expired = await readPage(await fetch(formOf(challenge).action));
    expect(textOf(expired.html)).toContain("Doğrulama süresi doldu");
    expect(returnFields(await submit(page, "approve"))["result"]).toBe("timeout");
  });
});

describe("a lender with a delayed decision", () => {
  it.each([
    ["0064", { kind: "approved" }],
    ["0067", { kind: "declined", reason: "do_not_honour" }],
  ])("%s decides twenty seconds after the approval", async (provider, word) => {
    const { request, page } = await open({ ...CREDIT, provider });
    await submit(page, "approve");
    bank.clock.move(20 * SECOND - 1);
    expect(await bank.acquirer.inquire(inquiryOf(request))).toMatchObject({ kind: "unknown" });
    bank.clock.move(1);
    expect(await bank.acquirer.inquire(inquiryOf(request))).toMatchObject(word);
  });
});

describe("a payment at a hosted page, afterwards", () => {
  it("can be refunded in parts, up to the charged amount", async () => {
    const { request, page } = await open();
    await submit(page, "approve");
    const refund = (minor: bigint) =>
      bank.acquirer.refund(
        modificationOf({ ...newRequest(), amount: money(minor, "TRY") }, request.attemptId),
      );
    expect(await refund(100_000n)).toMatchObject({ kind: "approved" });
    expect(await refund(25_001n)).toMatchObject({ kind: "declined" });
    expect(await refund(25_000n)).toMatchObject({ kind: "approved" });
  });

  it("can be reversed, also while the lender decides, and before the customer's approval", async () => {
    const taken = await open();
    await submit(taken.page, "approve");
    const deciding = await open(CREDIT);
    await submit(deciding.page, "approve");
    const early = await open();
    for (const { request } of [taken, deciding, early]) {
      expect(await bank.acquirer.undo(inquiryOf(request))).toEqual({ kind: "undone" });
    }
    await submit(early.page, "approve");
    bank.clock.move(MINUTE);
    for (const { request } of [taken, deciding, early]) {
      expect(await bank.acquirer.inquire(inquiryOf(request))).toEqual({ kind: "undone" });
    }
  });

  it("has no booking left when an approval and its reversal meet", async () => {
    for (let round = 0; round < 10; round += 1) {
      const { request, page } = await open();
      await Promise.all([submit(page, "approve"), bank.acquirer.undo(inquiryOf(request))]);
      expect(await bank.acquirer.inquire(inquiryOf(request))).toEqual({ kind: "undone" });
    }
  });
});

describe("opening a hosted page", () => {
  it("gives a repeated request the same page, and a changed one none", async () => {
    const { request, challenge } = await begin();
    expect(await beginWith(request)).toEqual(challenge);
    const dearer = { ...request, amount: money(1n, "TRY") };
    expect(await beginWith(dearer)).toMatchObject({ kind: "unknown" });
  });

  it("is refused for an unknown provider, and after a reversal", async () => {
    expect(await beginWith(newRequest({ provider: "toString" }))).toMatchObject({
      kind: "declined",
    });
    const request = newRequest();
    await bank.acquirer.undo(inquiryOf(request));
    expect(await beginWith(request)).toMatchObject({ kind: "declined" });
  });
});
