import { describe, expect, it } from "vitest";
import { openConnection } from "../../../test/support/scripted-line.ts";
import { AKBANK_TEST_TERMINAL, RETURN_VECTORS } from "../../../test/support/vectors/akbank.ts";
import type { AttemptId, MerchantId, OrderId } from "../../kernel/ids.ts";
import { money } from "../../kernel/money.ts";
import { Secret } from "../../kernel/secret.ts";
import type { ReturnFields, ReturnRequest } from "../../domain/payment/acquirer.ts";
import { challengeState } from "../kit/challenge-terms.ts";
import { readReturn } from "./return.ts";
import { ownSignature } from "../kit/signed-return.ts";
import { signedReturn } from "./signature.ts";

const secretKey = new Secret(AKBANK_TEST_TERMINAL.secretKey);
const terminal = { ...AKBANK_TEST_TERMINAL, secretKey };
const EXPECTED = {
  terminal: { ...terminal, mailOrder: false },
  connection: openConnection({ model: "3D" }),
};
const CHARGED_INSIDE = { ...EXPECTED, connection: openConnection({ model: "3D_PAY" }) };
const [FAILED, PASSED_2024, PASSED_2026] = RETURN_VECTORS;

/** A return of an attempt for 100.00 TRY whose reference is the order of the vector. */
function returned(fields: ReturnFields, changes: Partial<ReturnRequest> = {}): ReturnRequest {
  const terms = {
    reference: fields["orderId"] ?? "",
    amount: money(10_000n, "TRY"),
    installmentCount: 1,
    ...changes,
  };
  return {
    merchantId: "mer_00000000" as MerchantId,
    attemptId: "att_0000000000000000000000000000" as AttemptId,
    orderId: "ORD-1" as OrderId,
    state: challengeState(terms),
    method: "POST",
    fields,
    ...terms,
  };
}

const kindOf = (fields: ReturnFields, changes: Partial<ReturnRequest> = {}) =>
  readReturn(EXPECTED, returned(fields, changes)).kind;

describe("a return of Akbank", () => {
  it.each([PASSED_2024, PASSED_2026])("$name is authenticated", ({ fields }) => {
    expect(readReturn(EXPECTED, returned(fields))).toMatchObject({
      kind: "authenticated",
      proof: { mdStatus: "1", eci: "02" },
    });
  });

  it("that failed is refused, and never for another order", () => {
    expect(readReturn(EXPECTED, returned(FAILED.fields))).toMatchObject({
      kind: "not_authenticated",
      bankMessage: "VPS-1279 BKM 3DS Server Doğrulama Başarısız",
    });
    expect(kindOf(FAILED.fields, { reference: "20240418D4A6" })).toBe("forged");
  });

  it("is forged for other terms than those that were opened", () => {
    const { fields } = PASSED_2026;
    const opened = returned(fields).state;
    expect(kindOf(fields, { amount: money(10_001n, "TRY"), state: opened })).toBe("forged");
    expect(kindOf(fields, { amount: money(10_000n, "EUR"), state: opened })).toBe("forged");
    expect(kindOf(fields, { installmentCount: 2, state: opened })).toBe("forged");
    expect(kindOf(fields, { reference: "other", state: opened })).toBe("forged");
    expect(kindOf(fields, { state: undefined })).toBe("forged");
  });

  it.each([PASSED_2024, PASSED_2026])(
    "$name proves nothing after any shift of characters between its values",
    ({ fields }) => {
      const names = fields.hashParams.split("+");
      const values = new Map<string, string>(Object.entries(fields));
      let tried = 0;
      for (const [index, name] of names.slice(0, -1).entries()) {
        const next = names[index + 1] ?? "";
        const text = (values.get(name) ?? "") + (values.get(next) ?? "");
        for (let cut = 0; cut <= text.length; cut += 1) {
          const shifted = { ...fields, [name]: text.slice(0, cut), [next]: text.slice(cut) };
          if (shifted[name as "orderId"] === values.get(name)) continue;
          const read = kindOf(shifted, { reference: fields.orderId });
          expect(read, `${name} ${cut}`).not.toBe("authenticated");
          tried += 1;
        }
      }
      expect(tried).toBeGreaterThan(200);
    },
  );

  it("proves nothing with another list of fields, although its hash is right", () => {
    const { fields } = PASSED_2026;
    const { hash: _hash, hashParams, ...values } = fields;
    const names = hashParams.split("+");
    const lists = [
      names.slice(0, -1),
      names.toReversed(),
      [...names, "extra"],
      [...names, "orderId"],
      names.filter((name) => name !== "mdStatus"),
      ["responseCode", "responseMessage", "orderId", "extra"],
    ];
    for (const list of lists) {
      const named = { ...values, hashParams: list.join("+") };
      const listed = { ...named, hash: ownSignature(signedReturn(named, terminal)) };
      expect(kindOf(listed), list.join("+")).toBe("forged");
    }
  });

  it("with a mere attempt is refused unless the merchant accepts it", () => {
    const { hash: _hash, ...values } = PASSED_2026.fields;
    const attempted = { ...values, mdStatus: "4" };
    const hash = ownSignature(signedReturn(attempted, terminal));
    const request = returned({ ...attempted, hash });
    expect(readReturn(EXPECTED, request).kind).toBe("not_authenticated");
    const connection = openConnection({ model: "3D", acceptedMdStatus: ["1", "4"] });
    const lenient = { ...EXPECTED, connection };
    expect(readReturn(lenient, request).kind).toBe("authenticated");
  });

  it("of 3D_PAY only leads to the inquiry", () => {
    expect(readReturn(CHARGED_INSIDE, returned(PASSED_2026.fields))).toEqual({ kind: "ask" });
    const unsigned = { ...PASSED_2026.fields, hash: "" };
    expect(readReturn(CHARGED_INSIDE, returned(unsigned))).toEqual({ kind: "forged" });
  });
});
