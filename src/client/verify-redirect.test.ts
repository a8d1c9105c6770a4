import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { VezneSignatureError } from "./errors.ts";
import { verifyRedirect, type RedirectSource } from "./verify-redirect.ts";

const SECRET = "whsec_YWJj";

type Parameters = Readonly<Record<string, string>>;

/** As the interface says, and not as the client does it. */
function sign(parameters: Parameters, secret = SECRET): string {
  const text = Object.entries(parameters)
    .map(([name, value]) => `${name}=${value}`)
    .toSorted()
    .join("&");
  return createHmac("sha256", secret).update(text, "utf8").digest("hex");
}

function signed(parameters: Parameters): Parameters {
  return { ...parameters, signature: sign(parameters) };
}

const PAID = signed({ order_id: "ORD-1", status: "success", session_id: "ses_1" });
const METADATA = JSON.stringify({ cart: 7, note: "Çay & kahve = güzel" });
const NOTED = signed({
  order_id: "ORD-1",
  status: "success",
  session_id: "ses_1",
  metadata: METADATA,
});
const FAILED = signed({ status: "failed", session_id: "ses_1", code: "cancelled_by_customer" });

const codeOf = (source: RedirectSource, secret = SECRET): Promise<unknown> =>
  verifyRedirect(source, secret).then(
    () => "verified",
    (error: unknown) => (error instanceof VezneSignatureError ? error.code : error),
  );

describe("a customer who comes back", () => {
  const query = new URLSearchParams(NOTED).toString();

  it.each<[string, RedirectSource]>([
    ["an address", `https://shop.example/thanks?cart=7&${query}`],
    ["a path with a query", `/thanks?cart=7&${query}#top`],
    ["a query", query],
    ["a URL", new URL(`https://shop.example/thanks?${query}`)],
    ["parsed parameters", new URLSearchParams(query)],
    ["an object of a framework", { ...NOTED, cart: ["7", "8"], empty: undefined }],
  ])("is known by %s", async (_, source) => {
    expect(await verifyRedirect(source, SECRET)).toEqual({
      status: "success",
      order_id: "ORD-1",
      session_id: "ses_1",
      metadata: { cart: 7, note: "Çay & kahve = güzel" },
    });
  });

  it("without having paid says why, and which order if there was one", async () => {
    const reason = { status: "failed", session_id: "ses_1", code: "cancelled_by_customer" };
    expect(await verifyRedirect(FAILED, SECRET)).toEqual(reason);
    const ordered = { ...reason, order_id: "ORD-1" };
    expect(await verifyRedirect(signed(ordered), SECRET)).toEqual(ordered);
  });

  it("to an address that has such parameters of its own is known all the same", async () => {
    const own = "https://shop.example/?status=new&code=SUMMER&metadata=x&order_id=9&signature=1&";
    const paid = await verifyRedirect(own + new URLSearchParams(PAID).toString(), SECRET);
    expect(paid).toEqual({ status: "success", order_id: "ORD-1", session_id: "ses_1" });
    const failed = await verifyRedirect(own + new URLSearchParams(FAILED).toString(), SECRET);
    expect(failed).not.toHaveProperty("order_id");
  });

  it("brings nothing in that was not signed", async () => {
    const added = { ...PAID, code: "x", metadata: '{"is_admin":true}' };
    expect(await verifyRedirect(added, SECRET)).toEqual({
      status: "success",
      order_id: "ORD-1",
      session_id: "ses_1",
    });
  });

  it.each<[string, RedirectSource, string]>([
    ["another order", { ...PAID, order_id: "ORD-2" }, "signature_invalid"],
    ["another end", { ...FAILED, status: "success" }, "signature_invalid"],
    ["changed metadata", { ...NOTED, metadata: "{}" }, "signature_invalid"],
    [
      "a cut signature",
      { ...PAID, signature: PAID["signature"]?.slice(2) ?? "" },
      "signature_invalid",
    ],
    ["a signature that is no hex", { ...PAID, signature: "zz" }, "signature_invalid"],
    ["an empty signature", { ...PAID, signature: "" }, "signature_invalid"],
    ["no signature", { order_id: "ORD-1", status: "success" }, "signature_missing"],
    ["no status", { order_id: "ORD-1", signature: "00" }, "signature_missing"],
    ["an unknown status", signed({ status: "paid", session_id: "ses_1" }), "signature_missing"],
    ["nothing", "", "signature_missing"],
  ])("with %s is not believed", async (_, source, code) => {
    expect(await codeOf(source)).toBe(code);
  });

  it("is not believed by another merchant's secret", async () => {
    expect(await codeOf(PAID, "whsec_eHl6")).toBe("signature_invalid");
  });
});
