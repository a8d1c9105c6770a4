import { expect, it } from "vitest";
import { forcesThreeDSecure } from "./three-d-secure.ts";

it.each([
  ["optional", "test", false, false],
  ["optional", "test", true, false],
  ["optional", "live", false, true],
  ["optional", "live", true, false],
  ["always", "test", false, true],
  ["always", "test", true, true],
  ["always", "live", false, true],
  ["always", "live", true, true],
] as const)(
  "the policy %s in %s mode, with the merchant's key: %s, forces 3-D Secure: %s",
  (threeDSecure, mode, isMerchant, isForced) => {
    expect(forcesThreeDSecure({ threeDSecure }, { mode, isMerchant })).toBe(isForced);
  },
);
