import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { VezneSignatureError } from "./errors.ts";
import { verifyRedirect, type RedirectSource } from "./verify-redirect.ts";

const SECRET = "whsec_YWJj";

type Parameters = Readonly<Record<string, string>>;

/** Written from the specification, independently of the client's code. */
function signatureOf(parameters: Parameters, secret = SECRET): string {
  const lines = Object.keys(parameters)
    .toSorted()
    .map((name) => `\n${name}=${Buffer.from(parameters[name] ?? "").toString("hex")}`);
  return createHmac("sha256", secret)
    .update(`vezne-redirect${lines.join("")}`)
    .digest("hex");
}

function signed(parameters: Parameters): Parameters {
  return { ...parameters, signature: signatureOf(parameters) };
}

const BARE = { order_id: "ORD-1", status: "success", session_id: "ses_1" };
const PAID = signed(BARE);
const METADATA = '{"cart":7,"note":"Çay & kahve = güzel"}';
const NOTED = signed({ ...BARE, metadata: METADATA });
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
  ])("with %s is refused", async (_, source, code) => {
    expect(await codeOf(source)).toBe(code);
  });

  it("is refused with another merchant's secret", async () => {
    expect(await codeOf(PAID, "whsec_eHl6")).toBe("signature_invalid");
  });

  it.each([undefined, null, "", 42])(
    "is not verified with %j in place of a secret",
    async (none) => {
      const call = verifyRedirect(PAID, none as unknown as string);
      await expect(call).rejects.toThrow(/^A webhook secret is whsec_ followed by base64\.$/);
    },
  );

  it("is refused with parameters that were hidden in the metadata", async () => {
    const hidden = `{"note":"\norder_id=${Buffer.from("ORD-2").toString("hex")}"}`;
    const { signature = "" } = signed({ ...BARE, metadata: hidden });
    const forged = { ...BARE, metadata: '{"note":"', order_id: "ORD-2", signature };
    expect(await codeOf(forged)).toBe("signature_invalid");
  });
});
