import { describe, expect, it } from "vitest";
import { Webhook } from "standardwebhooks";
import { VezneSignatureError } from "./errors.ts";
import { verifyWebhook, type WebhookHeaders } from "./verify-webhook.ts";

const SECRET = `whsec_${Buffer.from("a secret of thirty-two bytes ...").toString("base64")}`;
const OTHER = `whsec_${Buffer.from("another one of thirty-two bytes.").toString("base64")}`;
const NOW = Date.UTC(2026, 10, 21, 11, 5);
const BODY = JSON.stringify({
  type: "payment.completed",
  timestamp: "2026-11-21T11:05:00.000Z",
  data: { order_id: "ORD-1", metadata: { note: "Çay" } },
});

/** Headers signed by the Standard Webhooks project's own implementation. */
function headersOf(body: string, { secret = SECRET, at = NOW } = {}): Record<string, string> {
  return {
    "webhook-id": "evt_1",
    "webhook-timestamp": String(Math.floor(at / 1_000)),
    "webhook-signature": new Webhook(secret).sign("evt_1", new Date(at), body),
  };
}

type Delivery = {
  readonly headers?: WebhookHeaders;
  readonly body?: string | Uint8Array;
  readonly secrets?: string | readonly string[];
  readonly toleranceSeconds?: number;
  readonly now?: number | Date;
};

function verify(delivery: Delivery): Promise<unknown> {
  const { headers = headersOf(BODY), body = BODY, secrets = SECRET, now = NOW } = delivery;
  const { toleranceSeconds } = delivery;
  return verifyWebhook(headers, body, secrets, { now, toleranceSeconds });
}

const codeOf = (delivery: Delivery): Promise<unknown> =>
  verify(delivery).then(
    () => "verified",
    (error: unknown) => (error instanceof VezneSignatureError ? error.code : error),
  );

describe("a webhook", () => {
  it("signed by another implementation yields its event", async () => {
    expect(await verify({})).toEqual(JSON.parse(BODY));
  });

  it.each<[string, WebhookHeaders]>([
    ["Node", headersOf(BODY)],
    ["fetch", new Headers(headersOf(BODY))],
    ["a proxy that writes them large", upperCase(headersOf(BODY))],
    ["a framework that lists them", listed(headersOf(BODY))],
  ])("is verified with the headers of %s", async (_, headers) => {
    expect(await codeOf({ headers })).toBe("verified");
  });

  it("is verified as text or as bytes", async () => {
    expect(await codeOf({ body: new TextEncoder().encode(BODY) })).toBe("verified");
    // Node allocates small buffers as parts of a larger one.
    const pooled = Buffer.from(`${BODY}rest`).subarray(0, Buffer.byteLength(BODY));
    expect(await codeOf({ body: pooled })).toBe("verified");
    expect(await codeOf({ body: `${BODY} ` })).toBe("signature_invalid");
  });

  it("is accepted during a change of the secret: any secret, any signature", async () => {
    expect(await codeOf({ secrets: [OTHER, SECRET] })).toBe("verified");
    const ours = headersOf(BODY)["webhook-signature"];
    const theirs = headersOf(BODY, { secret: OTHER })["webhook-signature"];
    const many = { ...headersOf(BODY), "webhook-signature": `v1a,xyz ${theirs} v1,!! ${ours}` };
    expect(await codeOf({ headers: many })).toBe("verified");
    expect(await codeOf({ headers: many, secrets: [] })).toBe("signature_invalid");
  });

  it("is accepted for five minutes before and after, or for the given tolerance", async () => {
    const age = (seconds: number): Promise<unknown> => codeOf({ now: NOW + seconds * 1_000 });
    expect(await age(300)).toBe("verified");
    expect(await age(301)).toBe("timestamp_out_of_tolerance");
    expect(await age(-300)).toBe("verified");
    expect(await age(-301)).toBe("timestamp_out_of_tolerance");
    expect(await codeOf({ now: new Date(NOW + 11_000), toleranceSeconds: 10 })).toBe(
      "timestamp_out_of_tolerance",
    );
    expect(await codeOf({ headers: { ...headersOf(BODY), "webhook-timestamp": "1e9" } })).toBe(
      "timestamp_out_of_tolerance",
    );
  });

  it.each<[string, Delivery, string]>([
    ["another body", { body: BODY.replace("ORD-1", "ORD-2") }, "signature_invalid"],
    ["another id", { headers: { ...headersOf(BODY), "webhook-id": "evt_2" } }, "signature_invalid"],
    ["another secret", { secrets: OTHER }, "signature_invalid"],
    ["no headers", { headers: {} }, "signature_missing"],
    [
      "a signature of another version",
      { headers: { ...headersOf(BODY), "webhook-signature": "v2,AAAA" } },
      "signature_invalid",
    ],
  ])("with %s is refused", async (_, delivery, code) => {
    expect(await codeOf(delivery)).toBe(code);
  });

  it("is refused if it is signed but no event", async () => {
    for (const body of ["[]", "no JSON", '{"type":"payment.completed"}']) {
      expect(await codeOf({ headers: headersOf(body), body })).toBe("unreadable_answer");
    }
  });

  it("is not verified with a malformed secret", async () => {
    await expect(verify({ secrets: "whsec_" })).rejects.toThrow(TypeError);
    await expect(verify({ secrets: "geheim!" })).rejects.toThrow(TypeError);
  });

  it.each([undefined, null, [undefined], [null], [""], 42])(
    "is not verified with %j in place of a secret, as of a variable not set",
    async (missing) => {
      const secrets = missing as unknown as string;
      const call = verifyWebhook(headersOf(BODY), BODY, secrets, { now: NOW });
      await expect(call).rejects.toThrow(/^A webhook secret is whsec_ followed by base64\.$/);
    },
  );
});

function upperCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, text]) => [name.toUpperCase(), text]),
  );
}

function listed(headers: Readonly<Record<string, string>>): Record<string, readonly string[]> {
  return Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, [text]]));
}
