import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
const TSC = join(root, "node_modules/typescript/bin/tsc");
const SCRIPT = pathToFileURL(join(root, "scripts/release/client-package.mjs")).href;
const USE = `client.createVezne({ baseUrl: "https://pay.example", apiKey: "vz_test_x" })`;

describe("the package @vezne/client", () => {
  const folder = mkdtempSync(join(tmpdir(), "vezne-client-package-"));
  const place = join(folder, "node_modules/@vezne/client");
  const node = (...args: readonly string[]): string =>
    execFileSync(process.execPath, [...args], { cwd: folder, encoding: "utf8" });
  beforeAll(() => {
    mkdirSync(place, { recursive: true });
    const write = `import { writeClientPackage } from ${JSON.stringify(SCRIPT)};
      await writeClientPackage(${JSON.stringify(root)}, ${JSON.stringify(place)});`;
    execFileSync(process.execPath, ["--input-type=module", "-e", write], { cwd: root });
    writeFileSync(join(folder, "package.json"), "{}");
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it("has no dependencies and the version of the service", () => {
    const text = readFileSync(join(place, "package.json"), "utf8");
    const manifest: unknown = JSON.parse(text);
    const own: unknown = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    expect(manifest).toMatchObject({
      name: "@vezne/client",
      version: Reflect.get(Object(own), "version"),
    });
    expect(text).not.toMatch(/dependencies/i);
  });

  it.each(["docs/client.md", "docs/guide/istemci.md"])("is installed by its path in %s", (page) => {
    const text = readFileSync(join(root, page), "utf8");
    const [file] = /(?<=npm install \.\/)vezne-client-1\.2\.3\.tgz/.exec(text) ?? [];
    const { name, version } = Object(JSON.parse(readFileSync(join(place, "package.json"), "utf8")));
    const packed = `${String(name).replace("@", "").replace("/", "-")}-${String(version)}.tgz`;
    expect(file?.replace("1.2.3", String(version))).toBe(packed);
    expect(text).not.toMatch(/npm install (?!\.\/)/);
  });

  it("works with require and with import", () => {
    const shown = `console.log(typeof ${USE}.payments, typeof client.verifyWebhook)`;
    const required = node("-e", `const client = require("@vezne/client"); ${shown}`);
    const module = ["--input-type=module", "-e"];
    const imported = node(...module, `import * as client from "@vezne/client"; ${shown}`);
    expect([required, imported]).toEqual(["object function\n", "object function\n"]);
  });

  it.each([
    ["use.cts", "node16"],
    ["use.mts", "node16"],
    ["use.cts", "nodenext"],
    ["use.mts", "nodenext"],
  ])("has types for %s with module %s", (file, module) => {
    const text = `import * as client from "@vezne/client";
      export const vezne: client.Vezne = ${USE};
      // @ts-expect-error: a session needs an amount
      export const wrong = vezne.sessions.create({});\n`;
    writeFileSync(join(folder, file), text);
    const options = ["--noEmit", "--strict", "--module", module, "--target", "es2022"];
    node(TSC, ...options, "--lib", "es2023,dom", "--types", "", file);
  });
});
