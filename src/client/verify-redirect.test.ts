import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { VezneSignatureError } from "./errors.ts";
import { verifyRedirect, type RedirectSource } from "./verify-redirect.ts";

const SECRET = "whsec_YWJj";

type Parameters = Readonly<Record<string, string>>;

const hmac = (text: string, secret: string): string =>
  createHmac("sha256", secret).update(text, "utf8").digest("hex");

/** Written from the specification, independently of the client's code. */
function first(parameters: Parameters, secret = SECRET): string {
  const pairs = Object.entries(parameters).map(([name, value]) => `${name}=${value}`);
  return hmac(pairs.toSorted().join("&"), secret);
}

function second(parameters: Parameters, secret = SECRET): string {
  const lines = Object.keys(parameters)
    .toSorted()
    .map((name) => `\n${name}=${Buffer.from(parameters[name] ?? "").toString("hex")}`);
  return hmac(`vezne-redirect-v2${lines.join("")}`, secret);
}

/** The parameters of an older service, which adds only `signature`. */
function signedOnce(parameters: Parameters): Parameters {
  return { ...parameters, signature: first(parameters) };
}

function signed(parameters: Parameters): Parameters {
  return { ...signedOnce(parameters), signature_v2: second(parameters) };
}

const BARE = { order_id: "ORD-1", status: "success", session_id: "ses_1" };
const PAID = signed(BARE);
const PAID_ONCE = signedOnce(BARE);
const METADATA = String.raw`{"cart":7,"note":"Çay \u0026 kahve = güzel"}`;
const NOTED = signed({ ...BARE, metadata: METADATA });
const NOTED_ONCE = signedOnce({ ...BARE, metadata: METADATA });
const GAVE_UP = { status: "failed", session_id: "ses_1", code: "cancelled_by_customer" };
const FAILED = signed(GAVE_UP);

const codeOf = (source: RedirectSource, secret = SECRET): Promise<unknown> =>
  verifyRedirect(source, secret).then(
    () => "verified",
    (error: unknown) => (error instanceof VezneSignatureError ? error.code : error),
  );

describe("a return URL", () => {
  const query = new URLSearchParams(NOTED).toString();

  it.each<[string, RedirectSource]>([
    ["an address", `https://shop.example/thanks?cart=7&${query}`],
    ["a path with a query", `/thanks?cart=7&${query}#top`],
    ["a query", query],
    ["a URL", new URL(`https://shop.example/thanks?${query}`)],
    ["parsed parameters", new URLSearchParams(query)],
    ["an object of a framework", { ...NOTED, cart: ["7", "8"], empty: undefined }],
    ["the first signature alone", NOTED_ONCE],
  ])("is accepted in the form of %s", async (_, source) => {
    expect(await verifyRedirect(source, SECRET)).toEqual({
      status: "success",
      order_id: "ORD-1",
      session_id: "ses_1",
      metadata: { cart: 7, note: "Çay & kahve = güzel" },
    });
  });

  it("without a payment has the reason, and the order if there was one", async () => {
    const reason = { status: "failed", session_id: "ses_1", code: "cancelled_by_customer" };
    expect(await verifyRedirect(FAILED, SECRET)).toEqual(reason);
    const ordered = { ...reason, order_id: "ORD-1" };
    expect(await verifyRedirect(signed(ordered), SECRET)).toEqual(ordered);
  });

  it("is accepted if the merchant's address has parameters of the same names", async () => {
    const own = "https://shop.example/?status=new&code=SUMMER&metadata=x&order_id=9&signature=1&";
    const paid = await verifyRedirect(own + new URLSearchParams(PAID).toString(), SECRET);
    expect(paid).toEqual({ status: "success", order_id: "ORD-1", session_id: "ses_1" });
    const failed = await verifyRedirect(own + new URLSearchParams(FAILED).toString(), SECRET);
    expect(failed).not.toHaveProperty("order_id");
  });

  it("yields signed parameters only", async () => {
    const added = { ...PAID, code: "x", metadata: '{"is_admin":true}' };
    expect(await verifyRedirect(added, SECRET)).toEqual({
      status: "success",
      order_id: "ORD-1",
      session_id: "ses_1",
    });
  });

  it.each<[string, RedirectSource, string]>([
    ["another order", { ...PAID, order_id: "ORD-2" }, "signature_invalid"],
    ["another order, once signed", { ...PAID_ONCE, order_id: "ORD-2" }, "signature_invalid"],
    ["another end", { ...FAILED, status: "success" }, "signature_invalid"],
    ["changed metadata", { ...NOTED, metadata: "{}" }, "signature_invalid"],
    [
      "a cut signature",
      { ...PAID_ONCE, signature: PAID_ONCE["signature"]?.slice(2) ?? "" },
      "signature_invalid",
    ],
    ["a signature that is no hex", { ...PAID_ONCE, signature: "zz" }, "signature_invalid"],
    ["an empty signature", { ...PAID_ONCE, signature: "" }, "signature_invalid"],
    [
      "a second signature that is wrong",
      { ...PAID, signature_v2: first(BARE) },
      "signature_invalid",
    ],
    ["a second signature that is empty", { ...PAID, signature_v2: "" }, "signature_invalid"],
    ["no signature", { order_id: "ORD-1", status: "success" }, "signature_missing"],
    ["no status", { order_id: "ORD-1", signature: "00" }, "signature_missing"],
    ["an unknown status", signed({ status: "paid", session_id: "ses_1" }), "signature_missing"],
    ["nothing", "", "signature_missing"],
  ])("with %s is refused", async (_, source, code) => {
    expect(await codeOf(source)).toBe(code);
  });

  it("is refused with another merchant's secret", async () => {
    expect(await codeOf(PAID, "whsec_eHl6")).toBe("signature_invalid");
    expect(await codeOf(PAID_ONCE, "whsec_eHl6")).toBe("signature_invalid");
  });

  it.each([undefined, null, "", 42])(
    "is not verified with %j in place of a secret",
    async (none) => {
      const call = verifyRedirect(PAID, none as unknown as string);
      await expect(call).rejects.toThrow(/^A webhook secret is whsec_ followed by base64\.$/);
    },
  );

  it("is refused with parameters that were hidden in the metadata", async () => {
    const hidden = '{"note":"&order_id=ORD-2&session_id=ses_1&status=success"}';
    const { signature = "" } = signedOnce({ ...BARE, metadata: hidden });
    const forged = {
      metadata: '{"note":"',
      order_id: 'ORD-2&session_id=ses_1&status=success"}&order_id=ORD-1',
      session_id: "ses_1",
      status: "success",
    };
    expect(first(forged)).toBe(signature);
    expect(await codeOf({ ...forged, signature })).toBe("signature_invalid");
  });

  it("is refused without the second signature if requireV2 is set", async () => {
    const options = { requireV2: true };
    await expect(verifyRedirect(PAID_ONCE, SECRET, options)).rejects.toMatchObject({
      code: "signature_missing",
    });
    expect(await verifyRedirect(PAID, SECRET, options)).toMatchObject({ order_id: "ORD-1" });
  });
});
