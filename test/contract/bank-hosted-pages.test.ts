import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { later } from "../../src/kernel/clock.ts";
import { newAttemptId, newOrderId } from "../../src/kernel/ids.ts";
import { money } from "../../src/kernel/money.ts";
import type { Challenge, RedirectRequest } from "../../src/payment/acquirer.ts";
import { openBankPage, press, readPage, returnFields } from "../support/bank-customer.ts";
import { textOf } from "../support/page-visitor.ts";
import { random, type SandboxBank, startSandboxBank } from "../support/sandbox-bank.ts";

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
  return {
    merchantId: bank.merchantId,
    attemptId: newAttemptId(bank.merchantId, source),
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
  if (redirects === undefined) throw new Error("The bank has no redirect desk.");
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
  ] as const)("says whose it is, what for and how much: %j", async (over, words) => {
    const { page } = await open(over);
    expect(page.status).toBe(200);
    expect(page.html).toContain('<html lang="tr">');
    const text = textOf(page.html);
    for (const word of [...words, "₺1.250,00", "Çiçek & <b>Böcek</b>", "Test ortamı"]) {
      expect(text).toContain(word);
    }
  });

  it("has one form with the code beside its field and three buttons, and no script", async () => {
    const { page, challenge } = await open();
    expect(page.html.match(/<form/g)).toHaveLength(1);
    expect(page.codes).toHaveLength(1);
    expect(page.codes[0]).toMatch(/^\d{6}$/);
    expect(page.html).toMatch(/<input[^>]*name="otp"/);
    const buttons = [...page.html.matchAll(/name="decision" value="(\w+)"/g)];
    expect(buttons.map(([, value]) => value)).toEqual(["approve", "decline", "cancel"]);
    expect(page.html).not.toContain("<script");
    const { headers } = await fetch(challenge.action);
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(headers.get("cache-control")).toBe("no-store");
  });

  it("speaks English when the payment or the customer says so", async () => {
    const { page } = await open({ language: "en" });
    expect(textOf(page.html)).toContain("Pay with Paycell");
    const turkish = await readPage(await fetch(new URL("?lang=tr", page.action)));
    expect(turkish.html).toContain('<html lang="tr">');
  });

  it("says nothing at an address where nothing is under way", async () => {
    for (const method of ["GET", "POST"]) {
      const init = method === "POST" ? { body: new URLSearchParams({ decision: "approve" }) } : {};
      const response = await fetch(`${bank.url}/pay/nobody`, { method, ...init });
      expect(response.status).toBe(404);
    }
  });
});

describe("deciding at such a page", () => {
  it("takes the money when the customer approves, and says so to the terminal", async () => {
    const { request, page } = await open();
    expect(await bank.acquirer.inquire(request)).toEqual({ kind: "challenge_open" });
    const fields = returnFields(await press(page, "approve"));
    expect(fields).toMatchObject({ state: "s1", result: "approve", md_status: "1" });
    expect(bank.acquirer.readReturn(request, fields).kind).toBe("authenticated");
    const word = await bank.acquirer.inquire(request);
    expect(word).toMatchObject({ kind: "approved", bankCode: "00" });
    expect(await bank.acquirer.inquire(request)).toEqual(word);
  });

  it.each([
    ["decline", "do_not_honour"],
    ["cancel", "cancelled_by_customer"],
  ] as const)("takes none after %s: %s", async (decision, reason) => {
    const { request, page } = await open();
    const fields = returnFields(await press(page, decision));
    expect(bank.acquirer.readReturn(request, fields).kind).toBe("not_authenticated");
    expect(await bank.acquirer.inquire(request)).toMatchObject({ kind: "declined", reason });
  });

  it("takes none after three wrong codes", async () => {
    const { request, page } = await open();
    const wrong = page.codes[0] === "000000" ? "000001" : "000000";
    const again = await readPage(await press(page, "approve", wrong));
    expect(textOf(again.html)).toContain("2 deneme hakkınız kaldı");
    await press(page, "approve", "");
    expect(returnFields(await press(page, "approve", wrong))["result"]).toBe("wrong_code");
    expect(await bank.acquirer.inquire(request)).toMatchObject({
      kind: "declined",
      reason: "authentication_failed",
    });
  });

  it("gives every later press, reload and visit the first decision's return", async () => {
    const { challenge, page } = await open();
    const decisions = ["approve", "decline", "cancel", "approve"] as const;
    const first = await Promise.all(decisions.map((decision) => press(page, decision)));
    const hashes = new Set(first.map((response) => returnFields(response)["hash"]));
    expect(hashes.size).toBe(1);
    bank.clock.move(MINUTE);
    const reload = returnFields(await fetch(challenge.action, { redirect: "manual" }));
    expect(hashes.has(reload["hash"])).toBe(true);
  });

  it("ends at the time that the terminal named", async () => {
    const { request, challenge, page } = await open();
    bank.clock.move(15 * MINUTE - 1);
    expect(await bank.acquirer.inquire(request)).toEqual({ kind: "challenge_open" });
    bank.clock.move(1);
    const timedOut = { kind: "declined", reason: "payment_timeout" };
    expect(await bank.acquirer.inquire(request)).toMatchObject(timedOut);
    const expired = await readPage(await fetch(challenge.action));
    expect(textOf(expired.html)).toContain("Doğrulama süresi doldu");
    expect(returnFields(await press(page, "approve"))["result"]).toBe("timeout");
  });
});

describe("a lender that takes its time", () => {
  it.each([
    ["0064", { kind: "approved" }],
    ["0067", { kind: "declined", reason: "do_not_honour" }],
  ])("%s says nothing for twenty seconds after the approval", async (provider, word) => {
    const { request, page } = await open({ ...CREDIT, provider });
    await press(page, "approve");
    bank.clock.move(20 * SECOND - 1);
    expect(await bank.acquirer.inquire(request)).toMatchObject({ kind: "unknown" });
    bank.clock.move(1);
    expect(await bank.acquirer.inquire(request)).toMatchObject(word);
  });
});

describe("what may follow", () => {
  it("is refunded in parts, up to what was taken", async () => {
    const { request, page } = await open();
    await press(page, "approve");
    const refund = (minor: bigint) =>
      bank.acquirer.refund({
        ...newRequest(),
        originalAttemptId: request.attemptId,
        bankReference: "",
        amount: money(minor, "TRY"),
      });
    expect(await refund(100_000n)).toMatchObject({ kind: "approved" });
    expect(await refund(25_001n)).toMatchObject({ kind: "declined" });
    expect(await refund(25_000n)).toMatchObject({ kind: "approved" });
  });

  it("is undone, also while the lender decides, and before the customer has approved", async () => {
    const taken = await open();
    await press(taken.page, "approve");
    const deciding = await open(CREDIT);
    await press(deciding.page, "approve");
    const early = await open();
    for (const { request } of [taken, deciding, early]) {
      expect(await bank.acquirer.reverse(request)).toEqual({ kind: "reversed" });
    }
    await press(early.page, "approve");
    bank.clock.move(MINUTE);
    for (const { request } of [taken, deciding, early]) {
      expect(await bank.acquirer.inquire(request)).toEqual({ kind: "reversed" });
    }
  });

  it("leaves nothing standing when an approval and its reversal meet", async () => {
    for (let round = 0; round < 10; round += 1) {
      const { request, page } = await open();
      await Promise.all([press(page, "approve"), bank.acquirer.reverse(request)]);
      expect(await bank.acquirer.inquire(request)).toEqual({ kind: "reversed" });
    }
  });
});

describe("opening such a page", () => {
  it("gives a repeated request the same page, and a changed one none", async () => {
    const { request, challenge } = await begin();
    expect(await beginWith(request)).toEqual(challenge);
    const dearer = { ...request, amount: money(1n, "TRY") };
    expect(await beginWith(dearer)).toMatchObject({ kind: "unknown" });
  });

  it("is refused for a provider that there is not, and for what was reversed", async () => {
    expect(await beginWith(newRequest({ provider: "toString" }))).toMatchObject({
      kind: "declined",
    });
    const request = newRequest();
    await bank.acquirer.reverse(request);
    expect(await beginWith(request)).toMatchObject({ kind: "declined" });
  });
});
