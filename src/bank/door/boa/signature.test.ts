import { describe, expect, it } from "vitest";
import { hashOfJson, hashOfXml, keyOf } from "./signature.ts";

const KEY = keyOf("api123");

describe("the hashes of the door for BOA", () => {
  it("are those of KTPay's messages", () => {
    expect(KEY).toBe("poCqMathhevCYY1LVNbWCQWbC5I=");
    expect(hashOfJson(KEY, "496", "att1", "101", "apitest")).toBe(
      "JiFUDHEW7OG27imiw9wSUJ8u2beQZOpBIB/dTypVCyURuTon+kj27w0tQFg+c+i2t+Ebbvv5TdIXunf1NowScw==",
    );
    expect(hashOfJson(KEY, "496", "att1", "0", "apitest")).toBe(
      "pM9V/jYlIGq+UCdtr9qqGKwBjq2Eu9zbrfNMgVfimh1uS6t/Yt5+CAS/HOqMfdtbQNYn2FJ5cbzV558MBJkELQ==",
    );
  });

  it("are those of XML messages and answers", () => {
    const key = keyOf("Api123");
    expect(hashOfXml(key, "80", "ORDER-123", "7256", "", "", "apiuser")).toBe(
      "Bf+hZf2c1gf1pTXnEaSGxDpGRr0=",
    );
    expect(hashOfXml(KEY, "2024042111A0", "411219539222", "00", "155767806")).toBe(
      "N7zs7LHEy3lx6N2nb0FUG2UcnUw=",
    );
    const other = "DoxoW84N1hKFdV09SF4/FruhHm8=";
    expect(hashOfXml(other, "20240701F2F6", "", "MPIAuthenticationStatusN", "0")).toBe(
      "SVdI+hHXxg8GO0wY0hAcfRWpHyo=",
    );
  });
});
