import { describe, expect, it } from "vitest";
import {
  ANSWER_VECTORS,
  RECORDED_ACCOUNT,
  RECORDED_REQUESTS,
} from "../../../../test/support/vectors/iyzico.ts";
import { signAnswer, signer } from "./signature.ts";

describe("iyzico's door", () => {
  it.each(RECORDED_REQUESTS)(
    "knows the sender of $method $path, and no changed body",
    ({ authorization, path, body }) => {
      expect(signer(authorization, { path, body })).toEqual(RECORDED_ACCOUNT);
      expect(signer(authorization, { path, body: `${body} ` })).toBe("1000");
      expect(signer(authorization, { path: `/${path}`, body })).toBe("1000");
    },
  );

  it("knows no other key and no other scheme", () => {
    const text = `apiKey:other&randomKey:1&signature:${"0".repeat(64)}`;
    const other = `IYZWSv2 ${Buffer.from(text).toString("base64")}`;
    expect(signer(other, { path: "/payment/auth", body: "" })).toBe("1001");
    expect(signer("Bearer 1", { path: "/payment/auth", body: "" })).toBe("1001");
  });

  it.each(ANSWER_VECTORS)("signs $name as the company does", (vector) => {
    const key = "secretKey" in vector ? vector.secretKey : RECORDED_ACCOUNT.secretKey;
    expect(signAnswer({ apiKey: "", secretKey: key }, vector.parts)).toBe(vector.signature);
  });
});
