import { createHmac } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { Server } from "node:http";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { paidOrder } from "../support/merchant-calls.ts";
import { listenLocally } from "../support/local-server.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { createConsumerProject, type ConsumerProject } from "../support/consumer-project.ts";

const DOCS = readFileSync(join(import.meta.dirname, "../../docs/client.md"), "utf8");
const EXAMPLES = new Map(
  [...DOCS.matchAll(/^```ts\n\/\/ (\S+)\n(.*?)^```$/gms)].map(([, name = "", text = ""]) => [
    name,
    text,
  ]),
);
const APPROVED = "5528790000000008";

type Verb = (...args: readonly unknown[]) => Promise<unknown>;

/** A return URL as the customer's browser brings it, signed by the rules of the interface. */
function returnUrl(secret: string, { session, order }: { session: string; order: string }) {
  const text = `order_id=${order}&session_id=${session}&status=success`;
  const lines = [...new URLSearchParams(text)].map(
    ([name, value]) => `${name}=${Buffer.from(value).toString("hex")}`,
  );
  const signed = ["vezne-redirect", ...lines].join("\n");
  const signature = createHmac("sha256", secret).update(signed).digest("hex");
  return `/thanks?${text}&signature=${signature}`;
}

describe("the examples of docs/client.md", () => {
  let shop: TestService;
  let project: ConsumerProject;
  const said = vi.spyOn(console, "log").mockImplementation(() => undefined);

  beforeAll(async () => {
    shop = await startTestService();
    project = createConsumerProject(EXAMPLES);
    project.compile(["--module", "nodenext", "--moduleResolution", "nodenext"]);
  });
  beforeEach(() => {
    vi.stubEnv("VEZNE_URL", shop.url);
    vi.stubEnv("VEZNE_KEY", shop.merchant.testApiKey);
    vi.stubEnv("VEZNE_WEBHOOK_SECRET", shop.merchant.merchant.webhookSecret);
  });
  afterEach(() => said.mockClear());
  afterAll(async () => {
    said.mockRestore();
    project.remove();
    await shop.close();
  });

  const call = async (name: string, verb: string, ...args: readonly unknown[]): Promise<string> => {
    const run = (await project.load(name))[verb] as Verb;
    return String(await run(...args));
  };

  it("compile with either module resolution", () => {
    expect(EXAMPLES.size).toBe(DOCS.match(/^```ts$/gm)?.length);
    project.compile(["--module", "esnext", "--moduleResolution", "bundler"]);
  });

  it("open a session", async () => {
    await project.load("checkout");
    expect(said).toHaveBeenCalledWith(
      "send the customer to",
      expect.stringContaining(`${shop.url}/checkout?session=ses_`),
    );
  });

  it("greet a customer who is back with a valid signature, and no other", async () => {
    const paid = await paidOrder(shop.api);
    const address = returnUrl(shop.merchant.merchant.webhookSecret, paid);
    expect(await call("return", "customerIsBack", address)).toBe(`${paid.order} is completed`);
    const forged = address.replace(/ORD-\w+/, "ORD-1");
    await expect(call("return", "customerIsBack", forged)).rejects.toThrow("signature_invalid");
  });

  it("pay by card, with and without 3-D Secure", async () => {
    const approved = await call("pay", "pay", await shop.api.session(), APPROVED);
    expect(approved).toMatch(/^redirect to http/);
    const refused = await call("pay", "pay", await shop.api.session(), "4151111111111112");
    expect(refused).toBe("declined: three_d_secure_unavailable");
  });

  it("pay by wallet in the codes style", async () => {
    const address = await call("codes", "payByWallet", await shop.api.session());
    expect(address).toContain("/checkout/bank?");
  });

  it("refund in parts", async () => {
    const { order } = await paidOrder(shop.api);
    expect(await call("refund", "refund", order)).toMatch(
      /^partially_refunded, then refunded: REF/,
    );
  });

  it("accept a signed webhook, and no other", async () => {
    const server = (await project.load("webhook"))["server"] as Server;
    const port = await listenLocally(server);
    const body = JSON.stringify({
      type: "payment.completed",
      timestamp: new Date().toISOString(),
      data: { order_id: "ORD-1" },
    });
    const send = async (secret: string): Promise<number> => {
      const now = new Date();
      const headers = {
        "webhook-id": "evt_1",
        "webhook-timestamp": String(Math.floor(now.getTime() / 1_000)),
        "webhook-signature": new Webhook(secret).sign("evt_1", now, body),
      };
      return (await fetch(`http://127.0.0.1:${port}`, { method: "POST", headers, body })).status;
    };
    expect(await send(shop.merchant.merchant.webhookSecret)).toBe(204);
    expect(said).toHaveBeenCalledWith("deliver", "ORD-1");
    expect(await send("whsec_YWJj")).toBe(400);
    server.close();
    await once(server, "close");
  });

  it("read reports", async () => {
    await paidOrder(shop.api);
    expect(Number(await call("reports", "largePayments"))).toBeGreaterThan(0);
    const name = await call("reports", "saveMonth", project.folder);
    expect(readFileSync(join(project.folder, name), "utf8")).toMatch(/^order_id,amount,currency/);
  });

  it("erase the cards of a customer", async () => {
    const session = await shop.api.session({ customer: { customer_id: "ada" } });
    await shop.api.pay(session, APPROVED, { fields: { save_card: true } });
    expect(await call("cards", "forget", "ada")).toBe("1");
    expect(await call("cards", "forget", "ada")).toBe("0");
  });

  it("show the refundable amount", async () => {
    const { order } = await paidOrder(shop.api);
    expect(await call("errors", "refundTooMuch", order)).toBe("at most 125000");
  });

  it("refund once for each return", async () => {
    const { order } = await paidOrder(shop.api);
    const first = await call("once", "refundReturn", order, 1);
    expect(await call("once", "refundReturn", order, 1)).toBe(first);
    expect(await call("once", "refundReturn", order, 2)).not.toBe(first);
  });
});
