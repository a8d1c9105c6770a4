import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { redirectAddress, type ReturnFields } from "../../src/domain/session/redirect.ts";
import type { Metadata, Session } from "../../src/domain/session/session.ts";

/** Uses the signed text in place of its signature, so that a test can read it. */
const digest = {
  hmacSha256: (_key: string, text: string): string => text,
  sha256: String,
  equal: Object.is,
};

/** Pieces of a text that could imitate further parameters. */
const piece = fc.constantFrom(
  ...'&=\n\\"{}%,'.split(""),
  "&order_id=ORD-2",
  "&session_id=ses_2",
  "&status=success",
  "\norder_id=",
  "vezne-redirect",
  "ORD-1",
  "6f",
  "ş",
);
const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(""));
const metadata: fc.Arbitrary<Metadata> = fc.dictionary(text, text, { maxKeys: 3 });
const id = fc.constantFrom("ORD-1", "ORD-2", "ORD-3");
const fields: fc.Arbitrary<ReturnFields> = fc.oneof(
  fc.record({ status: fc.constant("success" as const), orderId: id }),
  fc.record({
    status: fc.constant("failed" as const),
    orderId: fc.option(id, { nil: undefined }),
    code: fc.constantFrom("session_expired", "do_not_honour"),
  }),
);
const returned = fc.record({ metadata, fields, sessionId: fc.constantFrom("ses_1", "ses_2") });

type Returned = typeof returned extends fc.Arbitrary<infer Value> ? Value : never;

/** The added parameters, and the text that their signature covers. */
function signedOf({ metadata: given, fields: end, sessionId }: Returned) {
  const addresses = { successUrl: "https://shop.example/", failUrl: "https://shop.example/" };
  const session = { ...addresses, sessionId, metadata: given } as unknown as Session;
  const address = redirectAddress({ digest }, session, { ...end, webhookSecret: "" });
  const { signature = "", ...added } = Object.fromEntries(new URL(address).searchParams);
  return { added, text: signature };
}

/** Reads the only parameters that a signed text can stand for. */
function read(signed: string): Record<string, string> {
  const [label, ...lines] = signed.split("\n");
  expect(label).toBe("vezne-redirect");
  return Object.fromEntries(
    lines.map((line) => {
      const [name = "", hex = ""] = line.split("=");
      return [name, Buffer.from(hex, "hex").toString()];
    }),
  );
}

describe("the signed text", () => {
  it("determines the parameters that were signed", () => {
    fc.assert(
      fc.property(returned, (one) => {
        const { added, text: signed } = signedOf(one);
        expect(read(signed)).toEqual(added);
      }),
      { numRuns: 1_000 },
    );
  });

  it("differs for any two different sets of parameters", () => {
    fc.assert(
      fc.property(returned, returned, (one, other) => {
        const [left, right] = [signedOf(one), signedOf(other)];
        const isSameText = left.text === right.text;
        expect(isSameText).toBe(JSON.stringify(left.added) === JSON.stringify(right.added));
      }),
      { numRuns: 1_000 },
    );
  });
});
