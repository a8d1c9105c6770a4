import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { canRun, CLIENT_LANGUAGES } from "../support/client-languages.ts";

const root = join(import.meta.dirname, "../..");
const SCRIPT = pathToFileURL(join(root, "scripts/release/language-packages.mjs")).href;

type Write = (from: string, to: string) => readonly string[];

describe("the archives of the clients", () => {
  const folder = mkdtempSync(join(tmpdir(), "vezne-archives-"));
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    readonly version: string;
  };
  let archives: readonly string[];
  let write: Write;
  beforeAll(async () => {
    ({ writeLanguagePackages: write } = (await import(SCRIPT)) as { writeLanguagePackages: Write });
    archives = write(root, join(folder, "first"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it("have the version of the service, and are the same each time", () => {
    expect(archives.map((path) => basename(path))).toEqual([
      `vezne-${version}-py3-none-any.whl`,
      `vezne-client-php-${version}.zip`,
    ]);
    const again = write(root, join(folder, "second"));
    expect(again.map((path) => readFileSync(path))).toEqual(
      archives.map((path) => readFileSync(path)),
    );
  });

  it("have the licence, the guide and no tests", () => {
    for (const path of archives) {
      const names = Object.keys(unzipSync(readFileSync(path)));
      expect(names.filter((name) => name.endsWith("LICENSE"))).toHaveLength(1);
      expect(names.filter((name) => /test|__pycache__/.test(name))).toEqual([]);
      expect(Buffer.byteLength(readFileSync(path))).toBeLessThan(200_000);
    }
    const php = unzipSync(readFileSync(archives[1] ?? ""));
    const manifest = JSON.parse(strFromU8(php["composer.json"] ?? new Uint8Array())) as object;
    expect(manifest).toMatchObject({ name: "vezne/client", version });
  });

  it.for(CLIENT_LANGUAGES)("can be used from where they are put: $name", (language, context) => {
    context.skip(!canRun(language), `${language.name} is not installed here`);
    const archive = archives[language.name === "Python" ? 0 : 1] ?? "";
    const place = join(folder, language.name);
    for (const [name, content] of Object.entries(unzipSync(readFileSync(archive)))) {
      mkdirSync(dirname(join(place, name)), { recursive: true });
      writeFileSync(join(place, name), content);
    }
    const program = {
      Python: `import sys; sys.path.insert(0, ${JSON.stringify(place)}); import vezne
print(vezne.__version__, vezne.Client("vz_test_x", "https://pay.example"))`,
      PHP: `require ${JSON.stringify(`${place}/autoload.php`)};
echo Vezne\\Version::NUMBER, ' ', get_class(new Vezne\\Client('vz_test_x', 'https://pay.example'));`,
    }[language.name];
    const run = language.name === "Python" ? ["-c", program] : ["-r", program];
    const printed = execFileSync(language.command, run, { encoding: "utf8", cwd: folder });
    expect(printed).toContain(version);
    expect(printed).toContain("Client");
  });
});
