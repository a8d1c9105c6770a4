import { describe, expect, it } from "vitest";

import { ALBARAKA_MACS } from "../../../test/support/bank-vectors/albaraka.ts";
import { Secret } from "../../kernel/secret.ts";
import { macOf } from "./signature.ts";

describe("the signatures of Posnet's JSON interface", () => {
  it.each(ALBARAKA_MACS)("are those of $title", ({ values, mac }) => {
    expect(macOf(values, new Secret("10,10,10,10,10,10,10,10"))).toBe(mac);
  });
});
