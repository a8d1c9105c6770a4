import { describe, expect, it } from "vitest";
import { floors, rooms } from "./architecture/arrows.mjs";
import { checkProject } from "./check-architecture.mjs";

const found = (files, options) =>
  checkProject(files, options).map(({ path, line, message }) => `${path}:${line} ${message}`);

const empty = { "src/kernel/money.ts": "export const x = 1;\n" };

describe("arrows between folders", () => {
  it("refuses a domain folder that knows a folder above it", () => {
    const files = {
      "src/domain/card/card.ts":
        'import type { Pay } from "../payment/pay.ts";\nexport type C = Pay;\n',
      "src/domain/payment/pay.ts": "export type Pay = 1;\n",
    };
    expect(found(files)).toEqual([
      "src/domain/card/card.ts:1 domain/card must not name domain/payment; it may import table",
    ]);
  });

  it("lets an upper folder know the lower ones", () => {
    const files = {
      ...empty,
      "src/domain/refund/refund.ts":
        'import { x } from "../../kernel/money.ts";\nexport const y = x;\n',
    };
    expect(found(files)).toEqual([]);
  });

  it.each(["node:crypto", "pg"])("refuses %s in the domain", (name) => {
    const files = {
      "src/domain/ledger/post.ts": `import { a } from "${name}";\nexport const b = a;\n`,
    };
    expect(found(files, { manifest: { dependencies: { pg: "8.0.0" } } })[0]).toContain(
      `domain is domain code and must not import ${name}`,
    );
  });

  it("lets the bank import the kernel only", () => {
    const files = {
      "src/bank/server.ts": 'import { x } from "../domain/payment/pay.ts";\nexport const y = x;\n',
      "src/domain/payment/pay.ts": "export const x = 1;\n",
    };
    expect(found(files)[0]).toContain("bank must not name domain; it may import kernel");
  });

  it.each([
    ["documentation/demo", []],
    ["http", ["http must not name client"]],
    ["domain/payment", ["domain must not name client"]],
  ])("lets of %s only a merchant use the client", (folder, expected) => {
    const client = `${"../".repeat(folder.split("/").length)}client/vezne.ts`;
    const files = {
      [`src/${folder}/a.ts`]: `import { x } from "${client}";\nexport const y = x;\n`,
      "src/client/vezne.ts": "export const x = 1;\n",
    };
    expect(found(files).map((text) => text.replace(/^\S+ |;.*$/g, ""))).toEqual(expected);
  });

  it.each(["node:crypto", "pg", "../kernel/money.ts"])("keeps %s out of the client", (name) => {
    const files = {
      ...empty,
      "src/client/vezne.ts": `import { x } from "${name}";\nexport const y = x;\n`,
    };
    expect(found(files)[0]).toMatch(/^src\/client\/vezne\.ts:1 client .*must not/);
  });

  it("refuses a store that is imported by routes", () => {
    const files = {
      "src/http/server/server.ts":
        'import { s } from "../../store/store.ts";\nexport const t = s;\n',
      "src/store/store.ts": "export const s = 1;\n",
    };
    expect(found(files)[0]).toContain("http must not name store");
  });

  it("refuses an import against the order of the store's folders", () => {
    const files = {
      "src/store/payment/a.ts": 'import { r } from "../report/r.ts";\nexport const a = r;\n',
      "src/store/report/r.ts": "export const r = 1;\n",
      "src/store/other/o.ts": 'import { r } from "../report/r.ts";\nexport const o = r;\n',
    };
    expect(found(files).map((text) => text.replace(/^\S+ /, ""))).toEqual([
      "store/payment must not name store/report; it may import session, ledger",
      "store/other has no arrows; name it in arrows.mjs",
    ]);
  });

  it("refuses an import against the order of payment's folders", () => {
    const files = {
      "src/domain/payment/a.ts": 'import { p } from "./charge/pay.ts";\nexport const a = p;\n',
      "src/domain/payment/charge/pay.ts": "export const p = 1;\n",
      "src/domain/payment/outcome/o.ts":
        'import { p } from "../charge/pay.ts";\nexport const o = p;\n',
      "src/domain/payment/recovery/r.ts":
        'import { p } from "../charge/pay.ts";\nexport const r = p;\n',
    };
    expect(found(files).map((text) => text.replace(/^\S+ /, ""))).toEqual([
      "a file of domain/payment itself must not name domain/payment/charge",
      "domain/payment/outcome must not name domain/payment/charge; it may import nothing",
    ]);
  });

  it("has a table that goes one way", () => {
    const order = Object.keys(rooms);
    for (const [index, room] of order.entries()) {
      const upward = rooms[room].filter((other) => order.indexOf(other) > index);
      expect(upward, room).toEqual([]);
    }
    for (const [floor, known] of Object.entries(floors)) {
      const names = Object.keys(known);
      const upward = names.flatMap((from, index) =>
        known[from].filter((to) => names.indexOf(to) > index),
      );
      expect(upward, floor).toEqual([]);
    }
  });

  it("reports a relative import of a file that does not exist", () => {
    const files = { "src/kernel/a.ts": 'import { b } from "./b";\nexport const c = b;\n' };
    expect(found(files)[0]).toContain("./b leads to no file");
  });
});
