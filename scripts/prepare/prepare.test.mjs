import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { missingOutputs } from "./build.mjs";
import { fingerprint, isUnchanged, remember } from "./inputs.mjs";
import { isInstalled } from "./install.mjs";
import { withLock } from "./lock.mjs";

let root;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "vezne-prepare-"));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path, content) {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
}

describe("isInstalled", () => {
  const server = { version: "1.0.0", integrity: "sha512-a" };
  const tool = { version: "2.0.0", integrity: "sha512-b", dev: true };
  const binary = { version: "3.0.0", integrity: "sha512-c", optional: true };

  function checkout(present) {
    write("package-lock.json", {
      packages: {
        "": { dependencies: { server: "1.0.0" }, devDependencies: { tool: "2.0.0" } },
        "node_modules/server": server,
        "node_modules/tool": tool,
        "node_modules/binary": binary,
      },
    });
    if (!present) return;
    const packages = Object.fromEntries(
      Object.entries(present).map(([name, entry]) => [`node_modules/${name}`, entry]),
    );
    write("node_modules/.package-lock.json", { packages });
    for (const name of Object.keys(present)) write(`node_modules/${name}/package.json`, {});
  }

  it("is false before the first installation", () => {
    checkout();
    expect(isInstalled(root, { tools: false })).toBe(false);
  });

  it("is true after a manual npm ci, even without other platforms' binaries", () => {
    checkout({ server, tool });
    expect(isInstalled(root, { tools: true })).toBe(true);
  });

  it("requires the development packages only with tools", () => {
    checkout({ server });
    expect(isInstalled(root, { tools: false })).toBe(true);
    expect(isInstalled(root, { tools: true })).toBe(false);
  });

  it.each([{ version: "1.0.1" }, { integrity: "sha512-x" }])("is false with %o", (difference) => {
    checkout({ server: { ...server, ...difference }, tool });
    expect(isInstalled(root, { tools: false })).toBe(false);
  });

  it("is false if the packages were removed but npm's record was not", () => {
    checkout({ server, tool });
    rmSync(join(root, "node_modules/server"), { recursive: true });
    expect(isInstalled(root, { tools: false })).toBe(false);
  });
});

describe("isUnchanged", () => {
  const inputs = ["src/a.ts", "src/b.ts"];

  beforeEach(() => {
    for (const path of inputs) write(path, "export {};");
    remember(root, "server", fingerprint(root, inputs));
  });

  it("is true if only the modification times changed", () => {
    expect(isUnchanged(root, "server", inputs)).toBe(true);
    utimesSync(join(root, "src/a.ts"), new Date(0), new Date(0));
    expect(isUnchanged(root, "server", inputs)).toBe(true);
    expect(isUnchanged(root, "server", inputs)).toBe(true);
  });

  it("is false after an edit, an added or a removed file, and for another build", () => {
    expect(isUnchanged(root, "web", inputs)).toBe(false);
    expect(isUnchanged(root, "server", [...inputs, "src/c.ts"])).toBe(false);
    rmSync(join(root, "src/b.ts"));
    expect(isUnchanged(root, "server", inputs)).toBe(false);
    expect(isUnchanged(root, "server", ["src/a.ts"])).toBe(false);
    write("src/b.ts", "export const b = 1;");
    expect(isUnchanged(root, "server", inputs)).toBe(false);
  });
});

describe("missingOutputs", () => {
  it("is empty after a build of this checkout, so that the next start builds nothing", () => {
    expect(missingOutputs(join(import.meta.dirname, "../.."))).toEqual([]);
  });
});

describe("the lock of a checkout", () => {
  // No process has this id: the supported systems use lower ids only.
  const NOBODY = 2 ** 30;

  it("admits one process after the other", async () => {
    const log = join(root, "log");
    const script = `
      const { appendFileSync } = await import("node:fs");
      const { withLock } = await import(${JSON.stringify(import.meta.resolve("./lock.mjs"))});
      await withLock(${JSON.stringify(join(root, "dist/.lock"))}, async () => {
        appendFileSync(${JSON.stringify(log)}, "in ");
        await new Promise((resolve) => setTimeout(resolve, 50));
        appendFileSync(${JSON.stringify(log)}, "out ");
      });
    `;
    const run = promisify(execFile);
    const launch = () => run(process.execPath, ["--input-type=module", "--eval", script]);
    await Promise.all([launch(), launch(), launch()]);
    expect(readFileSync(log, "utf8")).toBe("in out in out in out ");
  });

  it("is released when the work fails", async () => {
    const path = join(root, "dist/.lock");
    await expect(withLock(path, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    await expect(withLock(path, () => "yes")).resolves.toBe("yes");
  });

  it("is taken over from a process that has died", async () => {
    const path = write("dist/.lock", `${NOBODY}\n`);
    await expect(withLock(path, () => readFileSync(path, "utf8"))).resolves.toBe(
      `${process.pid}\n`,
    );
  });

  it("is kept by a child that outlives its parent, until its heartbeat ends", async () => {
    const path = write("dist/.lock", `${NOBODY}\n${process.ppid}\n`);
    let isIn = false;
    const entering = withLock(path, () => {
      isIn = true;
    });
    await Promise.resolve();
    expect(isIn).toBe(false);
    const long = new Date(Date.now() - 120_000);
    utimesSync(path, long, long);
    await entering;
    expect(isIn).toBe(true);
  });
});
