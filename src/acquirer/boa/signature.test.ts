import { describe, expect, it } from "vitest";
import { Secret } from "../../kernel/secret.ts";
import { answerHash, hashPassword, jsonHash, xmlHash } from "./signature.ts";

const KEY = hashPassword(new Secret("api123"));
const VAKIF = "DoxoW84N1hKFdV09SF4/FruhHm8=";

describe("the hashes of BOA", () => {
  it("make a key of the password", () => {
    expect(KEY).toBe("poCqMathhevCYY1LVNbWCQWbC5I=");
    expect(hashPassword(new Secret("Api123"))).toBe("c77dFssAnYSy6O2MJo+5tMYtGVc=");
  });

  it.each([
    [
      "Payment",
      ["496", "att1", "101", "https://shop.test/ok", "https://shop.test/fail", "apitest"],
      "vNGIGDMbii++FrTa0pEQJqc8fzfG8il13E3Hu0/q/ltqtoC2205bO74xFepKtnH74+9RQcElfi2dV0q0eq5RiA==",
    ],
    [
      "Provision",
      ["496", "att1", "101", "apitest"],
      "JiFUDHEW7OG27imiw9wSUJ8u2beQZOpBIB/dTypVCyURuTon+kj27w0tQFg+c+i2t+Ebbvv5TdIXunf1NowScw==",
    ],
    [
      "GetTransaction",
      ["496", "apitest"],
      "/5Z5bB1X7UJhm6VCc6WSjJN49h0yJEbxZHkSttMwg9ZKOj8uhj3JYNqUYeucrBOXGPkdU+LPe8PaBRSzhoPM8Q==",
    ],
    [
      "GetTransactions",
      ["496", "att1", "apitest"],
      "quezKSzPTnqS1fXNK7pFzxmjXEuyI4UuHPxd/RyhXDYy5eE16JZ0/FwxY9JerX2Alh+WtFOTkI2WzZdV4TzMNg==",
    ],
    [
      "SaleReversal",
      ["496", "att1", "0", "apitest"],
      "pM9V/jYlIGq+UCdtr9qqGKwBjq2Eu9zbrfNMgVfimh1uS6t/Yt5+CAS/HOqMfdtbQNYn2FJ5cbzV558MBJkELQ==",
    ],
  ])("sign the JSON message %s", (_name, values, hash) => {
    expect(jsonHash(values, KEY)).toBe(hash);
  });

  it.each([
    ["without addresses", "", "", "Bf+hZf2c1gf1pTXnEaSGxDpGRr0="],
    [
      "with addresses",
      "http://localhost:44785/Home/Success",
      "http://localhost:44785/Home/Fail",
      "P3a0zjAklu2g8XDJfTx2qvwHH8g=",
    ],
  ])("sign an XML message %s", (_name, okUrl, failUrl, hash) => {
    const hashed = {
      merchantId: "80",
      merchantOrderId: "ORDER-123",
      amount: "7256",
      okUrl,
      failUrl,
      userName: "apiuser",
    };
    expect(xmlHash(hashed, hashPassword(new Secret("Api123")))).toBe(hash);
  });

  it.each([
    ["2024042111A0", "", "00", "155767806", KEY, "dlO20ZLqs4W5FfgY0VmUSBUpwoM="],
    ["2024042111A0", "411219539222", "00", "155767806", KEY, "N7zs7LHEy3lx6N2nb0FUG2UcnUw="],
    ["2024070152BF", "", "00", "6373034", VAKIF, "tilHwVYboCx82++WZXg0I81LW6w="],
    ["2024070152BF", "418312081069", "00", "6373034", VAKIF, "eNscG4h7B+Fx4/k0Dmt89HDP6nU="],
    ["20240701F2F6", "", "MPIAuthenticationStatusN", "0", VAKIF, "SVdI+hHXxg8GO0wY0hAcfRWpHyo="],
    ["124", "", "OrderDataNotFound", "0", VAKIF, "i8SYtpK1WT9uQ532aQwPxaEmaJE="],
  ])("sign an XML answer about %s", (merchantOrderId, rrn, responseCode, orderId, key, hash) => {
    expect(answerHash({ merchantOrderId, rrn, responseCode, orderId }, key)).toBe(hash);
  });
});
