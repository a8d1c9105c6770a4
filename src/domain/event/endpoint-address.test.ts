import { describe, expect, it } from "vitest";
import { checkEndpointAddress } from "./endpoint-address.ts";

describe("the URL of a webhook endpoint", () => {
  it.each([
    ["https://shop.example/hooks", "live"],
    ["https://shop.example:8443/hooks?shop=7", "live"],
    ["https://shop.example:443/", "live"],
    ["http://127.0.0.1:4000/hooks", "test"],
    ["http://shop.example/", "test"],
  ] as const)("may be %s in %s mode", (text, mode) => {
    expect(checkEndpointAddress(text, { mustBeHttps: mode === "live" })).toMatchObject({
      ok: true,
    });
  });

  it.each([
    ["http://shop.example/hooks", "must be https in live mode"],
    ["//shop.example/hooks", "must be an absolute https address"],
    ["ftp://shop.example/", "must be an absolute https address"],
    ["javascript:alert(1)", "must be an absolute https address"],
    ["file:///etc/passwd", "must be an absolute https address"],
    ["https://", "must be an absolute https address"],
    ["https:///shop.example/hooks", "must be an absolute https address"],
    ["https://shop.example/a b", "must be an absolute https address"],
    ["https://shop.example\\@10.0.0.1/", "must be an absolute https address"],
    ["https:// shop.example/", "must be an absolute https address"],
    ["https://shop.example/\n", "must be an absolute https address"],
    ["https://user@shop.example/", "must not contain a user name or password"],
    ["https://user:secret@shop.example/", "must not contain a user name or password"],
    ["https://shop.example/#top", "must not contain a fragment (#)"],
    ["https://shop.example:22/", "must have the port 80 or 443, or one from 1024"],
    ["https://shop.example:25/", "must have the port 80 or 443, or one from 1024"],
    [`https://shop.example/${"x".repeat(2_048)}`, "must be at most 2048 characters"],
  ])("cannot be %s", (text, refusal) => {
    expect(checkEndpointAddress(text, { mustBeHttps: true })).toEqual({ ok: false, refusal });
  });
});
