// tier: core
import { later, MINUTE } from "../../src/kernel/clock.ts";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bankPlugin } from "../../src/bank/server/bank-plugin.ts";
import { memoryBook } from "../../src/bank/memory-book.ts";
import { createSandboxAcquirer, type SandboxAcquirer } from "../../src/acquirer/sandbox/adapter.ts";
import { takeForms } from "../../src/page/form-body.ts";
import { newAttemptId, newMerchantId, newOrderId } from "../../src/kernel/ids.ts";
import { money } from "../../src/kernel/money.ts";
import { Secret } from "../../src/kernel/secret.ts";
import { answerChallenge } from "../support/bank-customer.ts";
import { movableClock, random, sandboxCard } from "../support/sandbox-bank.ts";
import { beginChallenge, formOf, returnOf } from "../support/acquirer-calls.ts";

const clock = movableClock();
const masterSecret = new Secret("the secret that both sides know");
let app: FastifyInstance;
let acquirer: SandboxAcquirer;
let address = "";

// A third-party server, with its own body parsers and error handler.
beforeAll(async () => {
  app = Fastify();
  takeForms(app);
  app.setErrorHandler((_error, _request, reply) => reply.code(418).send("the host's own answer"));
  app.post("/echo", (request) => ({ body: request.body }));
  const deps = { book: memoryBook(), clock, random, masterSecret, delay: () => Promise.resolve() };
  const bank = bankPlugin({
    ...deps,
    get publicBaseUrl() {
      return `${address}/bank`;
    },
  });
  await app.register(bank, { prefix: "/bank" });
  address = await app.listen({ host: "127.0.0.1", port: 0 });
  const options = { masterSecret, timeoutMs: 5_000, clock };
  acquirer = createSandboxAcquirer({ baseUrl: `${address}/bank/`, ...options });
});
afterAll(async () => {
  await acquirer.close();
  await app.close();
});

it("completes a payment with 3-D Secure under a path of another server", async () => {
  const merchantId = newMerchantId(random);
  const source = { now: clock.now(), random };
  const attemptId = newAttemptId(merchantId, source);
  const request = {
    merchantId,
    attemptId,
    reference: attemptId,
    orderId: newOrderId(merchantId, source),
    kind: "preauth",
    amount: money(1_000n, "EUR"),
    installmentCount: 1,
    card: sandboxCard("9792030000000000"),
    returnUrl: `${address}/return`,
    merchantName: "Örnek",
    language: "en",
    expiresAt: later(clock.now(), 20 * MINUTE),
  } as const;
  const challenge = await beginChallenge(acquirer, request);
  if (challenge.kind !== "challenge") throw new Error(`It was ${challenge.kind}.`);
  expect(formOf(challenge).action).toContain(`${address}/bank/3ds/`);
  const returned = await acquirer.readReturn(
    returnOf(request, await answerChallenge(challenge, "approve")),
  );
  if (returned.kind !== "authenticated") throw new Error(`It came back ${returned.kind}.`);
  const outcome = await acquirer.authorizeChallenged({ ...request, proof: returned.proof });
  expect(outcome).toMatchObject({ kind: "approved" });
});

it("leaves the other server's parsers and error handler unchanged", async () => {
  const json = await fetch(`${address}/echo`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"a":1}',
  });
  expect(await json.json()).toEqual({ body: { a: 1 } });
  const form = await fetch(`${address}/echo`, {
    method: "POST",
    body: new URLSearchParams({ a: "1" }),
  });
  expect(await form.json()).toEqual({ body: { a: "1" } });
  const broken = await fetch(`${address}/echo`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{",
  });
  expect(broken.status).toBe(418);
  const atBank = await fetch(`${address}/bank/api/v1/authorize`, {
    method: "POST",
    headers: { "content-type": "application/xml" },
    body: "<a/>",
  });
  expect(atBank.status).toBe(415);
});
