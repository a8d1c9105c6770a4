import { describe, expect, it } from "vitest";

import {
  POSNET_CHARGED,
  POSNET_MERCHANT,
  POSNET_REQUESTS,
  POSNET_RESOLVED,
} from "../../../../test/support/bank-vectors/posnet.ts";
import { keyDigest, macOf } from "./signature.ts";

const { merchantNo, terminalNo, key, keyDigest: digest } = POSNET_MERCHANT;

describe("the signatures at Posnet's door", () => {
  it("contain the digest of the key with the terminal", () => {
    expect(keyDigest(key, terminalNo)).toBe(digest);
  });

  it.each(POSNET_REQUESTS)("verify the request of $payment.xid", ({ payment, mac }) => {
    const { xid, amount, currency } = payment;
    expect(macOf([xid, amount, currency, merchantNo], digest)).toBe(mac);
  });

  it.each(POSNET_RESOLVED)("sign mdStatus $mdStatus", ({ mdStatus, payment, mac }) => {
    const { xid, amount, currency } = payment;
    expect(macOf([mdStatus, xid, amount, currency, merchantNo], digest)).toBe(mac);
  });

  it.each(POSNET_CHARGED)("sign the charge $hostLogKey", ({ hostLogKey, payment, mac }) => {
    const { xid, amount, currency } = payment;
    expect(macOf([hostLogKey, xid, amount, currency, merchantNo], digest)).toBe(mac);
  });
});
