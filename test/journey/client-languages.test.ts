// tier: night
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { readPage } from "../support/bank-customer.ts";
import { comeBack, decide, hiddenFields } from "../support/browserless.ts";
import { SELF_SIGNED } from "../support/certificates.ts";
import {
  canRun,
  CLIENT_LANGUAGES,
  runWith,
  type ClientLanguage,
} from "../support/client-languages.ts";
import { startCuttingProxy } from "../support/cutting-proxy.ts";
import { endServer, listenLocally } from "../support/local-server.ts";
import { query } from "../support/merchant-calls.ts";
import { startTestService } from "../support/service.ts";
import { addEndpoint, manageWebhooks, startReceiver } from "../support/webhook-receiver.ts";

type Task = Readonly<Record<string, unknown>>;

/** Runs a part of the merchant's day in a language. */
async function journey(language: ClientLanguage, task: Task): Promise<Task> {
  const program = join(
    import.meta.dirname,
    `../support/client-drivers/journey.${language.extension}`,
  );
  return JSON.parse(await runWith(language, { program, input: JSON.stringify(task) })) as Task;
}

/** The tests that the package brings along. */
const OWN_TESTS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  Python: [["-m", "unittest", "discover", "-s", "tests"]],
  PHP: [["tests/signatures.php"], ["tests/transport.php"], ["tests/senders.php"]],
};

describe.each(CLIENT_LANGUAGES)("a merchant with the client for $name", (language) => {
  it("sells, refunds, reads reports and meets errors", async (context) => {
    context.skip(!canRun(language), `${language.name} is not installed here`);
    const shop = await startTestService({ environment: { VEZNE_WEBHOOK_LOOPBACK: "true" } });
    const proxy = await startCuttingProxy(shop.url, 2);
    const receiver = await startReceiver();
    try {
      const { merchant, testApiKey: key } = shop.merchant;
      const webhooks = await manageWebhooks(shop);
      await addEndpoint(webhooks, merchant, { url: receiver.url });
      await webhooks.close();
      const { url } = shop;
      const sold = await journey(language, { do: "sell", url, cuttingUrl: proxy.url, key });
      const { redirectUrl, orderAtBank, ...seen } = sold;
      expect(seen).toEqual({
        paid: [true, "completed", 125_000, "0008"],
        status: "completed",
        atBank: "processing",
        refunds: ["partially_refunded", "refunded", 100_000],
        declined: [false, "failed", "insufficient_balance"],
        afterCut: ["completed", 4_000],
        listed: [1_000, 2_000, 3_000, 4_000],
        summed: [1, 7],
        rows: 4,
        events: ["payment.completed", "refund.succeeded"],
        refundLeft: ["Conflict", "refund_exceeds_amount", 409, ["amount"]],
        noRefund: ["NotFound", "refund_not_found", 404, []],
        wrongKey: ["Authentication", "invalid_api_key", 401, []],
        wrongAmount: ["Request", "validation_failed", 400, []],
        wrongCard: ["Request", "invalid_card_number", 400, ["card_number"]],
      });
      // The service carried the payment out once, although the client sent it three times.
      expect(proxy.keys).toHaveLength(3);
      expect(new Set(proxy.keys).size).toBe(1);
      const charged = "select count(*)::int from payment where amount = 4000";
      expect(await query(shop, charged)).toEqual([{ count: 1 }]);

      const returnUrl = await backFromBank(String(redirectUrl));
      const delivery = await vi.waitFor(
        () => {
          const found = receiver.received.find(
            ({ json }) => json.data["order_id"] === orderAtBank && json.type.endsWith("completed"),
          );
          if (found === undefined) throw new Error("the webhook has not come yet");
          const { headers, body } = found;
          return { headers, body, now: Number(headers["webhook-timestamp"]) };
        },
        { timeout: 80_000 },
      );
      const secret = merchant.webhookSecret;
      const task = { do: "check", url, key, secret, returnUrl, delivery };
      const checked = await journey(language, task);
      expect(checked).toEqual({
        webhook: ["payment.completed", expect.stringMatching(/^ses_/)],
        tampered: "signature_invalid",
        late: "timestamp_out_of_tolerance",
        early: "timestamp_out_of_tolerance",
        back: ["success", orderAtBank, { cart: 7, note: "Çay & kahve" }],
        forged: "signature_invalid",
        status: ["completed", 5_000],
      });
    } finally {
      await receiver.stop();
      await proxy.close();
      await shop.close();
    }
  });

  it("reaches only a service whose certificate is known", async (context) => {
    context.skip(!canRun(language), `${language.name} is not installed here`);
    let requests = 0;
    const server = createServer(SELF_SIGNED, (_request, response) => {
      requests += 1;
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ refund_id: "REF-1" }));
    });
    server.on("tlsClientError", () => {});
    const folder = mkdtempSync(join(tmpdir(), "vezne-ca-"));
    try {
      const caFile = join(folder, "ca.pem");
      writeFileSync(caFile, SELF_SIGNED.cert);
      const url = `https://127.0.0.1:${await listenLocally(server)}`;
      const seen = await journey(language, { do: "encrypt", url, caFile });
      expect(seen).toEqual({ known: "REF-1", unknown: "connection_failed" });
      expect(requests).toBe(1);
    } finally {
      await endServer(server);
      rmSync(folder, { recursive: true });
    }
  });

  it("passes the tests of its own package", (context) => {
    context.skip(!canRun(language), `${language.name} is not installed here`);
    for (const args of OWN_TESTS[language.name] ?? []) {
      execFileSync(language.command, [...args], {
        cwd: language.folder,
        env: { PATH: process.env["PATH"], PYTHONDONTWRITEBYTECODE: "1" },
        stdio: "pipe",
      });
    }
  });
});

/** The customer approves at the bank; the address to which the service sends the customer. */
async function backFromBank(redirectUrl: string): Promise<string> {
  const ours = await readPage(await fetch(redirectUrl));
  const bank = await fetch(ours.action, { method: "POST", body: hiddenFields(ours.html) });
  const { location } = await comeBack(await decide(await readPage(bank), "approve"));
  return location;
}
