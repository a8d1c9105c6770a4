import { describe, expect, it } from "vitest";

import { ALBARAKA_MACS } from "../../../../test/support/bank-vectors/albaraka.ts";
import { macOf } from "./signature.ts";

describe("the signatures at Albaraka's door", () => {
  it.each(ALBARAKA_MACS)("are those of $title", ({ values, mac }) => {
    expect(macOf(values, "10,10,10,10,10,10,10,10")).toBe(mac);
  });
});
