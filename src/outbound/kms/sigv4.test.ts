import { describe, expect, it } from "vitest";
import { instant } from "../../kernel/clock.ts";
import { signRequest } from "./sigv4.ts";

const CREDENTIALS = {
  id: "AKIDEXAMPLE",
  secret: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
  session: undefined,
};
const SCOPE = {
  region: "us-east-1",
  service: "service",
  now: instant(Date.parse("2015-08-30T12:36:00Z")),
};
const SESSION =
  "AQoDYXdzEPT//////////wEXAMPLEtc764bNrC9SAPBSM22wDOk4x4HIZ8j4FZTwdQWLWsKWHGBuFqwAeMicRXmx" +
  "fpSPfIeoIYRqTflfKD8YUuwthAx7mSEI/qkPpKPi/kMcGdQrmGdeehM4IC1NtBmUpp2wUE8phUZampKsburEDy0K" +
  "PkyQDYwT7WZ0wq5VSXDvp75YU9HFvlRd8Tx6q6fE8YQcHNVXAkiY9q6d+xo0rKwT38xVqr7ZD0u0iPPkUL64lIZb" +
  "qBAz+scqKmlzm8FDrypNC9Yjc8fPOLn9FX9KSYvKTr4rvx3iSIlTJabIQwj2ICCR/oLxBA==";

type Case = {
  readonly name: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly session?: string;
  readonly signature: string;
};

/** Cases of the "Signature Version 4 test suite" that AWS publishes, with their names there. */
const CASES: readonly Case[] = [
  {
    name: "get-vanilla",
    method: "GET",
    signature: "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31",
  },
  {
    name: "get-header-value-trim",
    method: "GET",
    headers: { "my-header1": " value1", "my-header2": '"a   b   c"' },
    signature: "acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736",
  },
  {
    name: "post-vanilla",
    signature: "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b",
  },
  {
    name: "post-header-value-case",
    headers: { "my-header1": "VALUE1" },
    signature: "cdbc9802e29d2942e5e10b5bccfdd67c5f22c7c4e8ae67b53629efa58b974b7d",
  },
  {
    name: "post-x-www-form-urlencoded",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "Param1=value1",
    signature: "ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a",
  },
  {
    name: "post-sts-header-before",
    session: SESSION,
    signature: "85d96828115b5dc0cfc3bd16ad9e210dd772bbebba041836c64533a82be05ead",
  },
];

describe("a signature for AWS", () => {
  it.each(CASES)(
    "is that of the published case $name",
    ({ method = "POST", headers = {}, body = "", session, signature }) => {
      const request = { method, host: "example.amazonaws.com", path: "/", headers, body };
      const signed = signRequest(request, { ...CREDENTIALS, session }, SCOPE);
      expect(signed["authorization"]).toMatch(new RegExp(`, Signature=${signature}$`));
      expect(signed["authorization"]).toContain(
        "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, ",
      );
      expect(signed["x-amz-security-token"]).toBe(session);
    },
  );
});
