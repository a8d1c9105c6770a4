import { describe, expect, it } from "vitest";
import { createHostCheck } from "./host-check.ts";
import { newMerchantId } from "../../kernel/ids.ts";
import type { NameResolver } from "./name-lookup.ts";

const leadsTo =
  (...addresses: readonly string[]): NameResolver =>
  (_name, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );

const failsWith =
  (code: string): NameResolver =>
  (_name, callback) =>
    callback(Object.assign(new Error(code), { code }));

const merchantId = newMerchantId({ bytes: (count) => Buffer.alloc(count) });

/** A name longer than the DNS allows; the system's resolver fails with EINVAL. */
const LONG_NAME = `${Array.from({ length: 5 }, () => "a".repeat(60)).join(".")}.example`;

describe("the host of a webhook address", () => {
  it.each([
    ["live", ["93.184.216.34", "2606:4700::1111"], { ok: true }],
    ["test", ["127.0.0.1"], { ok: true }],
    ["live", ["127.0.0.1"], { ok: false, refusal: "must lead to a public address" }],
    [
      "live",
      ["93.184.216.34", "10.0.0.1"],
      { ok: false, refusal: "must lead to a public address" },
    ],
    ["test", ["10.0.0.1"], { ok: false, refusal: "must lead to a public address or this machine" }],
  ] as const)(
    "in %s mode with addresses %j is checked as %j",
    async (mode, addresses, expected) => {
      const hosts = createHostCheck({
        loopback: { webhookLoopback: true, isRehearsal: false },
        resolve: leadsTo(...addresses),
      });
      expect(await hosts.check("shop.example", { merchantId, mode })).toMatchObject(expected);
    },
  );

  it("is no host of this machine if the installation does not allow it", async () => {
    const hosts = createHostCheck({
      loopback: { webhookLoopback: false, isRehearsal: false },
      resolve: leadsTo("127.0.0.1"),
    });
    expect(await hosts.check("shop.example", { merchantId, mode: "test" })).toEqual({
      ok: false,
      refusal: "must lead to a public address",
    });
  });

  it.each(["ENOTFOUND", "ENODATA", "EINVAL"])(
    "is refused when the resolver fails with %s",
    async (code) => {
      const hosts = createHostCheck({
        loopback: { webhookLoopback: true, isRehearsal: false },
        resolve: failsWith(code),
      });
      expect(await hosts.check("shop.example", { merchantId, mode: "live" })).toEqual({
        ok: false,
        refusal: "must have a host that exists",
      });
    },
  );

  it("is refused if the system's resolver refuses it", async () => {
    expect(
      await createHostCheck({ loopback: { webhookLoopback: true, isRehearsal: false } }).check(
        LONG_NAME,
        { merchantId, mode: "live" },
      ),
    ).toEqual({
      ok: false,
      refusal: "must have a host that exists",
    });
  });

  it("is accepted while no resolver answers, because each connection is checked again", async () => {
    const hosts = createHostCheck({
      loopback: { webhookLoopback: true, isRehearsal: false },
      resolve: failsWith("EAI_AGAIN"),
    });
    expect(await hosts.check("shop.example", { merchantId, mode: "live" })).toMatchObject({
      ok: true,
    });
  });
});
