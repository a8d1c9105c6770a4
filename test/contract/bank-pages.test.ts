// tier: core
import { later, MINUTE } from "../../src/kernel/clock.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newAttemptId, newOrderId } from "../../src/kernel/ids.ts";
import { money } from "../../src/kernel/money.ts";
import type { Challenge } from "../../src/domain/payment/acquirer.ts";
import {
  answerChallenge,
  type BankPage,
  openBankPage,
  submit,
  readPage,
  returnFields,
} from "../support/bank-customer.ts";
import {
  random,
  type SandboxBank,
  sandboxCard,
  startSandboxBank,
} from "../support/sandbox-bank.ts";
import {
  beginChallenge,
  sandboxState,
  formOf,
  inquiryOf,
  returnOf,
  type PlainChallenge,
} from "../support/acquirer-calls.ts";

let bank: SandboxBank;
beforeAll(async () => {
  bank = await startSandboxBank();
});
afterAll(() => bank.close());

type Begun = { readonly request: PlainChallenge; readonly challenge: Challenge };

async function begin(over: Partial<PlainChallenge> = {}): Promise<Begun> {
  const source = { now: bank.clock.now(), random };
  const attemptId = newAttemptId(bank.merchantId, source);
  const request: PlainChallenge = {
    merchantId: bank.merchantId,
    attemptId,
    reference: attemptId,
    orderId: newOrderId(bank.merchantId, source),
    kind: "sale",
    amount: money(125_000n, "TRY"),
    installmentCount: 1,
    card: sandboxCard("5528790000000008"),
    returnUrl: "https://pay.example/3ds?state=s1",
    merchantName: "Çiçek & <b>Böcek</b>",
    language: "tr",
    expiresAt: later(bank.clock.now(), 20 * MINUTE),
    ...over,
  };
  const challenge = await beginChallenge(bank.acquirer, request);
  if (challenge.kind !== "challenge") throw new Error(`It was ${challenge.kind}.`);
  return { request, challenge };
}

async function open(over: Partial<PlainChallenge> = {}): Promise<Begun & { page: BankPage }> {
  const begun = await begin(over);
  return { ...begun, page: await openBankPage(begun.challenge) };
}

/** The page as the customer sees it. */
function textOf(html: string): string {
  return html.replace(/<style[^]*?<\/style>/, "").replaceAll(/<[^>]+>/g, " ");
}

describe("the 3-D Secure page", () => {
  it("shows the merchant, the amount, the card's last digits, and that it is simulated", async () => {
    const { page } = await open();
    expect(page.status).toBe(200);
    expect(page.html).toContain('<html lang="tr">');
    const text = textOf(page.html);
    expect(text).toContain("Test Bankası");
    expect(text).toContain("Simülasyon");
    expect(text).toContain("Çiçek &amp; &lt;b>Böcek&lt;/b>");
    expect(text).toContain("₺1.250,00");
    expect(text).toContain("•••• 0008");
    expect(text).toContain("21 Kas 2026 12:00");
    expect(page.html).not.toContain("552879");
  });

  it("is in English when the enrolment or the customer asks for it", async () => {
    const { page } = await open({ language: "en", amount: money(125_000n, "USD") });
    expect(page.html).toContain('<html lang="en">');
    expect(textOf(page.html)).toContain("$1,250.00");
    const turkish = await readPage(await fetch(new URL("?lang=tr", page.action)));
    expect(turkish.html).toContain('<html lang="tr">');
    expect(turkish.action).toContain("lang=tr");
  });

  it("has one form with the code beside its field and three buttons", async () => {
    const { page } = await open();
    expect(page.html.match(/<form/g)).toHaveLength(1);
    expect(page.codes).toHaveLength(1);
    expect(page.codes[0]).toMatch(/^\d{6}$/);
    const input = /<input[^>]*>/.exec(page.html)?.[0];
    expect(input).toContain('name="otp"');
    expect(input).toContain('autocomplete="one-time-code"');
    expect(input).toContain('inputmode="numeric"');
    expect(input).toContain('aria-describedby="otp-hint"');
    expect(page.html).toContain('<label for="otp">');
    const buttons = [...page.html.matchAll(/name="decision" value="(\w+)"/g)];
    expect(buttons.map(([, value]) => value)).toEqual(["approve", "decline", "cancel"]);
  });

  it("runs no script, loads nothing and lets its form lead back to the merchant", async () => {
    const { challenge } = await begin();
    const response = await fetch(formOf(challenge).action);
    const policy = response.headers.get("content-security-policy") ?? "";
    const html = await response.text();
    expect(policy).toMatch(/^default-src 'none'; style-src 'nonce-[a-p]{32}';/);
    expect(policy).toContain("form-action 'self' https: http:");
    expect(policy).not.toContain("unsafe");
    expect(policy).not.toContain("script-src");
    const nonce = /nonce-(\w+)/.exec(policy)?.[1] ?? "none";
    expect(html).toContain(`<style nonce="${nonce}">`);
    expect(html).not.toContain("<script");
    expect(html).not.toMatch(/(src|href)="(https?:|\/)/);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("referrer-policy")).toBe("no-referrer");
    expect(response.headers.get("set-cookie")).toBeNull();
  });

  it("answers the merchant's form with a redirect to a page that survives a reload", async () => {
    const { challenge } = await begin();
    const body = new URLSearchParams(formOf(challenge).fields);
    const handOff = { method: "POST", body, redirect: "manual" } as const;
    const response = await fetch(formOf(challenge).action, handOff);
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe(formOf(challenge).action);
    const [first, second] = [await openBankPage(challenge), await openBankPage(challenge)];
    expect(first.codes).toEqual(second.codes);
  });

  it("is 404 for an unknown payment", async () => {
    const address = `${bank.url}/3ds/nobody`;
    for (const response of [
      await fetch(address),
      await fetch(address, { method: "POST", body: new URLSearchParams({ decision: "approve" }) }),
    ]) {
      expect(response.status).toBe(404);
      expect(textOf(await response.text())).toContain("Sayfa bulunamadı");
    }
  });
});

describe("a decision at the 3-D Secure page", () => {
  it("sends the customer back with a signed proof, and keeps the URL's own parameters", async () => {
    const { request, page } = await open();
    const response = await submit(page, "approve");
    const fields = returnFields(response);
    expect(fields).toMatchObject({
      state: "s1",
      request_id: request.attemptId,
      result: "approve",
      md_status: "1",
      eci: "02",
    });
    expect((await bank.acquirer.readReturn(returnOf(request, fields))).kind).toBe("authenticated");
  });

  it("accepts a code that was pasted with spaces", async () => {
    const { page } = await open();
    const code = page.codes[0] ?? "";
    const fields = returnFields(
      await submit(page, "approve", ` ${code.slice(0, 3)} ${code.slice(3)} `),
    );
    expect(fields["md_status"]).toBe("1");
  });

  it("shows a wrong code at its field, with the remaining attempts", async () => {
    const { page } = await open();
    const again = await readPage(await submit(page, "approve", wrong(page)));
    expect(again.status).toBe(200);
    expect(again.codes).toEqual(page.codes);
    expect(again.html).toContain("<title>Hata: 3-D Secure doğrulaması");
    expect(again.html).toMatch(/id="otp-error"[^>]*>Kod doğru değil\. 2 deneme hakkınız kaldı\./);
    const input = /<input[^>]*>/.exec(again.html)?.[0];
    expect(input).toContain('aria-invalid="true"');
    expect(input).toContain('aria-describedby="otp-error otp-hint"');
    expect(input).toContain("autofocus");
    expect(input).not.toContain("value=");
    const english = await readPage(
      await submit({ ...page, action: `${page.action.split("?")[0]}?lang=en` }, "approve", ""),
    );
    expect(english.html).toContain("The code is not right. 1 attempt left.");
    expect(returnFields(await submit(again, "approve"))["md_status"]).toBe("1");
  });

  it("fails the payment at the third wrong code, an empty one included", async () => {
    const { request, page } = await open();
    await submit(page, "approve", wrong(page));
    await submit(page, "approve", "");
    const fields = returnFields(await submit(page, "approve", "12345"));
    expect(fields).toMatchObject({ result: "wrong_code", md_status: "0", cavv: "" });
    expect(await bank.acquirer.readReturn(returnOf(request, fields))).toEqual({
      kind: "not_authenticated",
      reason: "three_d_secure_failed",
      mdStatus: "0",
    });
    expect(returnFields(await submit(page, "approve"))).toEqual(fields);
  });

  it("repeats the first decision's return for later submissions, reloads and visits", async () => {
    const { challenge, page } = await open();
    const first = returnFields(await submit(page, "approve"));
    bank.clock.move(MINUTE);
    expect(returnFields(await submit(page, "decline"))).toEqual(first);
    expect(returnFields(await submit(page, "approve", wrong(page)))).toEqual(first);
    expect(returnFields(await fetch(formOf(challenge).action, { redirect: "manual" }))).toEqual(
      first,
    );
  });

  it("is made once by many simultaneous submissions", async () => {
    const { page } = await open();
    const decisions = ["approve", "decline", "cancel", "approve", "decline", "cancel"] as const;
    const responses = await Promise.all(decisions.map((decision) => submit(page, decision)));
    const hashes = responses.map((response) => returnFields(response)["hash"]);
    expect(new Set(hashes).size).toBe(1);
  });

  it.each([
    ["4131111111111117", "0"],
    ["4141111111111115", "4"],
  ])("does not authenticate card %s: mdStatus %s", async (number, mdStatus) => {
    const { request, challenge } = await begin({ card: sandboxCard(number) });
    const fields = await answerChallenge(challenge, "approve");
    expect(await bank.acquirer.readReturn(returnOf(request, fields))).toEqual({
      kind: "not_authenticated",
      reason: "three_d_secure_failed",
      mdStatus,
    });
    expect(await bank.acquirer.inquire(inquiryOf(request))).toMatchObject({
      kind: "declined",
      reason: "three_d_secure_failed",
    });
    const state = sandboxState(fields["md"] ?? "");
    const proof = { mdStatus: "1", eci: "05", state };
    expect(await bank.acquirer.authorizeChallenged({ ...request, proof })).toMatchObject({
      kind: "declined",
      reason: "three_d_secure_failed",
    });
  });

  it("is not possible for a card without 3-D Secure, or one that the bank would refuse", async () => {
    const refusals = [
      ["4151111111111112", "three_d_secure_unavailable"],
      ["4111111111111112", "invalid_card_number"],
    ] as const;
    for (const [number, reason] of refusals) {
      const source = { now: bank.clock.now(), random };
      const outcome = await beginChallenge(bank.acquirer, {
        ...(await begin()).request,
        attemptId: newAttemptId(bank.merchantId, source),
        card: sandboxCard(number),
      });
      expect(outcome).toMatchObject({ kind: "declined", reason });
    }
  });
});

describe("the time limit of the 3-D Secure page", () => {
  it("is the time that the terminal asked for", async () => {
    const { request, challenge, page } = await open();
    bank.clock.move(20 * MINUTE - 1);
    expect(await bank.acquirer.inquire(inquiryOf(request))).toEqual({ kind: "challenge_open" });
    bank.clock.move(1);
    const timedOut = { kind: "declined", reason: "three_d_secure_timeout" };
    expect(await bank.acquirer.inquire(inquiryOf(request))).toMatchObject(timedOut);

    const expired = await readPage(await fetch(formOf(challenge).action));
    expect(textOf(expired.html)).toContain("Doğrulama süresi doldu");
    expect(expired.html).not.toContain('name="otp"');
    const fields = returnFields(await submit(page, "approve"));
    expect(await bank.acquirer.readReturn(returnOf(request, fields))).toMatchObject({
      kind: "not_authenticated",
      reason: "three_d_secure_timeout",
    });
    expect(returnFields(await submit(expired, "cancel"))).toEqual(fields);
    expect(await bank.acquirer.inquire(inquiryOf(request))).toMatchObject(timedOut);
  });

  it("allows a charge for half an hour after the customer passed, and none later", async () => {
    const proofOf = async ({ request, challenge }: Begun) => {
      const returned = await bank.acquirer.readReturn(
        returnOf(request, await answerChallenge(challenge, "approve")),
      );
      if (returned.kind !== "authenticated") throw new Error(`It came back ${returned.kind}.`);
      return { ...request, proof: returned.proof };
    };
    const [inTime, late] = [await proofOf(await begin()), await proofOf(await begin())];
    bank.clock.move(30 * MINUTE - 1);
    expect(await bank.acquirer.authorizeChallenged(inTime)).toMatchObject({ kind: "approved" });
    expect(await bank.acquirer.inquire(inquiryOf(late))).toEqual({ kind: "challenge_open" });
    bank.clock.move(1);
    const timedOut = { kind: "declined", reason: "three_d_secure_timeout" };
    expect(await bank.acquirer.inquire(inquiryOf(late))).toMatchObject(timedOut);
    expect(await bank.acquirer.authorizeChallenged(late)).toMatchObject(timedOut);
    expect(await bank.acquirer.authorizeChallenged(inTime)).toMatchObject({ kind: "approved" });
  });
});

function wrong(page: BankPage): string {
  return page.codes[0] === "000000" ? "000001" : "000000";
}
