import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { printEvidence } from "../kit/evidence.ts";
import { EVIDENCE } from "./evidence.ts";

const PAGE = fileURLToPath(new URL("../../../docs/banks/nestpay.md", import.meta.url));

it("docs/banks/nestpay.md is printed from the evidence", async () => {
  await expect(printEvidence(EVIDENCE)).toMatchFileSnapshot(PAGE);
});
