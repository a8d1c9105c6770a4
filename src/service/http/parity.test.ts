import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parityTable, PROMISES } from "../../documentation/parity.ts";
import { packageRoot } from "../../system/package-root.ts";
import { readHere } from "../../../test/support/file-reader.ts";
import { openFeedProtocols } from "../../outbound/account-feed/open-feed-protocols.ts";
import { servings } from "./parity.ts";

const served = servings(
  openFeedProtocols({
    testBankUrl: undefined,
    loopback: { webhookLoopback: false, isRehearsal: false },
    named: [],
    files: readHere,
  }).all,
);
const docs = join(packageRoot, "docs");

describe("the table of test and live mode", () => {
  it("has every endpoint of the specification", () => {
    const text = readFileSync(join(docs, "specification.md"), "utf8");
    const endpoints = [...text.matchAll(/^### (4\.\d+) /gm)].map(([, number]) => number);
    expect(endpoints).toHaveLength(12);
    const missing = endpoints.filter((one) => !PROMISES.some(({ section }) => section === one));
    expect(missing).toEqual([]);
  });

  it.each(Object.entries(served))("says why nothing serves %s in live mode", (_, serving) => {
    expect(serving.test).not.toEqual([]);
    if (serving.live.length > 0) return expect(serving.because).toBeUndefined();
    expect(existsSync(join(docs, "decisions", serving.because ?? ""))).toBe(true);
    return expect(serving.because).toMatch(/\.md$/);
  });

  it.each(["en", "tr"] as const)("is printed from the lists of the code in %s", (language) => {
    const table = parityTable(served, language);
    expect(table.split("\n")).toHaveLength(PROMISES.length + 2);
    for (const part of ["NestPay", "Garanti", "Paycell", "1659"]) expect(table).toContain(part);
    expect(table).not.toMatch(/undefined|\| +\|/);
  });
});
