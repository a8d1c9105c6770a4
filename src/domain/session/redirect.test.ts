import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { instant } from "../../kernel/clock.ts";
import { merchantOf, parseSessionId } from "../../kernel/ids.ts";
import { money } from "../../kernel/money.ts";
import { redirectAddress, type ReturnFields } from "./redirect.ts";
import type { Metadata, Session } from "./session.ts";

const webhookSecret = "whsec_c2VjcmV0";
const hmacSha256 = (key: string, text: string): string =>
  createHmac("sha256", key).update(text).digest("hex");
const digest = { hmacSha256, sha256: String, equal: Object.is };
const PAID: ReturnFields = { status: "success", orderId: "ORD-1" };

const sessionId = parseSessionId(`ses_${"0".repeat(43)}`);
if (sessionId === undefined) throw new Error("a session id of zeros is valid");
const session: Session = {
  merchantId: merchantOf(sessionId),
  sessionId,
  mode: "test",
  amount: money(125_000n, "TRY"),
  language: "tr",
  captureMethod: "automatic",
  onHoldEnd: undefined,
  customer: {},
  basket: [],
  successUrl: "https://shop.example/thanks?cart=7&status=mine",
  failUrl: "https://shop.example/sorry",
  metadata: {},
  reference: undefined,
  embedded: false,
  createdAt: instant(0),
  expiresAt: instant(0),
};

function redirect(fields: ReturnFields, metadata: Metadata = {}): URL {
  return new URL(
    redirectAddress({ digest }, { ...session, metadata }, { ...fields, webhookSecret }),
  );
}

describe("the return URL", () => {
  it("keeps the parameters of the address and adds order, status, session, metadata, signature", () => {
    const { searchParams } = redirect(PAID, { note: "ığ & ü" });
    expect([...searchParams]).toEqual([
      ["cart", "7"],
      ["status", "mine"],
      ["order_id", "ORD-1"],
      ["status", "success"],
      ["session_id", sessionId],
      ["metadata", '{"note":"ığ & ü"}'],
      ["signature", expect.stringMatching(/^[0-9a-f]{64}$/)],
    ]);
  });

  it("signs the added parameters, sorted by name, every value in hexadecimal", () => {
    const { searchParams } = redirect(PAID, { note: "ığ & ü" });
    const text = [
      "vezne-redirect",
      `metadata=${Buffer.from('{"note":"ığ & ü"}').toString("hex")}`,
      `order_id=${Buffer.from("ORD-1").toString("hex")}`,
      `session_id=${Buffer.from(sessionId).toString("hex")}`,
      `status=${Buffer.from("success").toString("hex")}`,
    ].join("\n");
    expect(searchParams.get("signature")).toBe(hmacSha256(webhookSecret, text));
  });

  it("names a failure by its code, and the order if there was one", () => {
    const code = "session_expired";
    const names = (orderId: string | undefined): readonly string[] => [
      ...redirect({ status: "failed", orderId, code }, { note: "x" }).searchParams.keys(),
    ];
    const ours = ["status", "session_id", "code", "signature"];
    expect(names("ORD-1")).toEqual(["order_id", ...ours]);
    expect(names(undefined)).toEqual(ours);
  });

  it("leaves metadata out if the whole address would have 2 000 characters", () => {
    const lengthWith = (count: number): URL => redirect(PAID, { note: "x".repeat(count) });
    const room = 1_999 - lengthWith(0).href.length;
    expect(lengthWith(room).href.length).toBe(1_999);
    expect(lengthWith(room).searchParams.has("metadata")).toBe(true);
    expect(lengthWith(room + 1).searchParams.has("metadata")).toBe(false);
    expect(lengthWith(room + 1).searchParams.has("signature")).toBe(true);
  });
});
