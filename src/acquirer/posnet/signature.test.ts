import { describe, expect, it } from "vitest";

import {
  POSNET_CHARGED,
  POSNET_MERCHANT,
  POSNET_REQUESTS,
  POSNET_RESOLVED,
} from "../../../test/support/bank-vectors/posnet.ts";
import { Secret } from "../../kernel/secret.ts";
import { ownSignature } from "../kit/signed-return.ts";
import { macOfCharged, macOfRequest, signedResolution, signingMerchant } from "./signature.ts";

const { merchantNo, terminalNo, key, keyDigest } = POSNET_MERCHANT;
const MERCHANT = signingMerchant(merchantNo, terminalNo, new Secret(key));

describe("the signatures of Posnet", () => {
  it("contain the digest of the key with the terminal", () => {
    expect(MERCHANT).toEqual({ merchantNo, keyDigest });
  });

  it.each(POSNET_REQUESTS)("sign the request of $payment.xid", ({ payment, mac }) => {
    expect(macOfRequest(MERCHANT, payment)).toBe(mac);
  });

  it.each(POSNET_RESOLVED)("are those of mdStatus $mdStatus", ({ mdStatus, payment, mac }) => {
    const terminal = { merchantNo, terminalNo, key: new Secret(key) };
    expect(ownSignature(signedResolution(terminal, payment, { mdStatus, mac }))).toBe(mac);
  });

  it.each(POSNET_CHARGED)("are those of the charge $hostLogKey", (vector) => {
    expect(macOfCharged(MERCHANT, vector.hostLogKey, vector.payment)).toBe(vector.mac);
  });
});
