import { describe, expect, it } from "vitest";
import { checkProject } from "./check-architecture.mjs";

const found = (files, options) =>
  checkProject(files, options).map(({ path, line, message }) => `${path}:${line} ${message}`);

const empty = { "src/kernel/money.ts": "export const x = 1;\n" };

describe("words", () => {
  const findings = (text, path = "src/bank/x.ts") =>
    found({ [path]: text }).map((finding) => finding.replace(/^\S+ /, ""));

  it.each([
    ["// How full a vessel is.\n", '"vessel": say leaky bucket'],
    ["/** A way to pay. */\n", '"way to pay": say payment method'],
    ["// What the bank said.\n", 'a sentence begins with "What"; name its subject'],
    [
      "/**\n * A lock.\n * Nobody waits.\n */\n",
      'a sentence begins with "Nobody"; name its subject',
    ],
  ])("are refused in the comment %j", (comment, message) => {
    expect(findings(`${comment}export const x = 1;\n`)).toContain(message);
  });

  it.each(["settleRefund", "merchantVessel", "followUps", "returnAddress", "tallyPage"])(
    "are refused in the name %s",
    (name) => {
      expect(findings(`export const ${name} = 1;\n`)[0]).toContain("say ");
    },
  );

  it("are left alone in texts, in table names and in settlements", () => {
    const text =
      'export const settlementLine = "settle the tally";\n' +
      "export const sql = `select from payment_tally where settled_at is null`;\n";
    expect(findings(text)).toEqual([]);
  });

  it("keep Settlement for the acquirer's payout", () => {
    const text = "export type Settlement = 1;\n";
    expect(findings(text, "src/event/ports.ts")).toEqual([
      "Settlement is the acquirer's payout (src/settlement)",
    ]);
    expect(findings(text, "src/settlement/x.ts")).toEqual([]);
  });
});

describe("the map", () => {
  it("names every folder and every room, and no file that is not there", () => {
    const files = { ...empty, "src/edge/http/a.ts": "export const a = 1;\n" };
    const map = "```\n  kernel/   money\n  edge/     rooms\n```\n| `http` | `kernel/money.ts` |\n";
    const options = (text) => ({ documents: { "ARCHITECTURE.md": text } });
    expect(found(files, options(map))).toEqual([]);
    expect(
      found(files, options(map.replace("`http`", "server").replace("money.ts", "x.ts"))),
    ).toEqual([
      "ARCHITECTURE.md:1 the map does not name src/edge/http",
      "ARCHITECTURE.md:5 there is no src/kernel/x.ts",
    ]);
  });
});
