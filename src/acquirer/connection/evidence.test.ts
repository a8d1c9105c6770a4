import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { printEvidence } from "../kit/evidence.ts";
import { PROTOCOLS } from "./protocols.ts";

it.each(PROTOCOLS)("docs/banks/$name.md is printed from the evidence", async (protocol) => {
  const page = fileURLToPath(new URL(`../../../docs/banks/${protocol.name}.md`, import.meta.url));
  await expect(printEvidence(protocol.evidence)).toMatchFileSnapshot(page);
});
