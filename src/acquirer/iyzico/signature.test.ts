import { describe, expect, it } from "vitest";
import {
  ANSWER_VECTORS,
  RECORDED_ACCOUNT,
  RECORDED_REQUESTS,
  REQUEST_VECTORS,
} from "../../../test/support/vectors/iyzico.ts";
import { Secret } from "../../kernel/secret.ts";
import { ownSignature } from "../kit/signed-return.ts";
import { authorization, isSignedAnswer, signedReturn, strippedAmount } from "./signature.ts";

const { apiKey, secretKey } = RECORDED_ACCOUNT;
const TERMINAL = { apiKey, secretKey: new Secret(secretKey) };

describe("the signature of iyzico equals", () => {
  it.each(RECORDED_REQUESTS)(
    "that of its own client for $method $path",
    ({ randomKey, path, body, authorization: header }) => {
      expect(authorization(TERMINAL, { randomKey, path, body })).toBe(header);
    },
  );

  it.each(REQUEST_VECTORS)("that of $name", ({ randomKey, path, body, signature }) => {
    const header = authorization(TERMINAL, { randomKey, path, body });
    const text = Buffer.from(header.replace("IYZWSv2 ", ""), "base64").toString();
    expect(text).toBe(`apiKey:${apiKey}&randomKey:${randomKey}&signature:${signature}`);
  });

  it.each(ANSWER_VECTORS)("that of $name", (vector) => {
    const { parts, signature } = vector;
    const key = "secretKey" in vector ? vector.secretKey : secretKey;
    const terminal = { apiKey, secretKey: new Secret(key) };
    expect(isSignedAnswer(terminal, parts, signature)).toBe(true);
    expect(isSignedAnswer(terminal, parts, signature.toUpperCase())).toBe(false);
    const named = parts.map((part, index) => [String(index), part] as const);
    expect(ownSignature(signedReturn(terminal, named, ""))).toBe(signature);
  });
});

it.each([
  ["10.50", "10.5"],
  ["10.0", "10"],
  ["10", "10"],
  ["1.20000000", "1.2"],
  ["0", "0"],
])("the amount %s is signed as %s", (written, signed) => {
  expect(strippedAmount(written)).toBe(signed);
});
