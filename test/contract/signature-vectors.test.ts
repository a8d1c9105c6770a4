// tier: core
import { describe, expect, it } from "vitest";
import { Webhook } from "standardwebhooks";
import { verifyRedirect, verifyWebhook, VezneSignatureError } from "../../src/client/vezne.ts";
import { signatureVectors } from "../support/signature-vectors.ts";

const { webhooks, redirects } = signatureVectors();

const outcome = (verified: Promise<unknown>): Promise<unknown> =>
  verified.then(
    () => "verified",
    (error: unknown) => (error instanceof VezneSignatureError ? error.code : error),
  );

describe("the signatures that the clients of all languages are tested with", () => {
  it.each(webhooks)("are judged by the TypeScript client: $name", async (vector) => {
    const { headers, body, secrets, now, tolerance, expected } = vector;
    const options = { now: now * 1_000, toleranceSeconds: tolerance };
    expect(await outcome(verifyWebhook(headers, body, secrets, options))).toBe(expected);
  });

  it.each(redirects)("of return URLs are judged by it, too: $name", async (vector) => {
    const { address, secret, expected, result } = vector;
    const verified = verifyRedirect(address, secret);
    expect(await outcome(verified)).toBe(expected);
    if (expected === "verified") expect(await verified).toEqual(result);
  });

  it("are those of another implementation of Standard Webhooks", () => {
    const [first] = webhooks;
    if (first === undefined) throw new Error("there are no vectors");
    const at = new Date(first.now * 1_000);
    const signed = new Webhook(first.secrets[0] ?? "").sign("evt_1", at, first.body);
    expect(first.headers["webhook-signature"]).toBe(signed);
  });
});
