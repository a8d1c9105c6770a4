import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { strToU8, zipSync } from "fflate";

/** The time of all members, so that one commit always gives the same archive. */
const MTIME = new Date(1980, 0, 1);

/**
 * Writes the archives of the clients for Python and PHP into a folder: a wheel, which pip installs
 * without a build, and a ZIP file, which Composer takes from a folder of artifacts.
 */
export function writeLanguagePackages(root, folder) {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  mkdirSync(folder, { recursive: true });
  const archives = {
    [`vezne-${version}-py3-none-any.whl`]: wheel(join(root, "clients/python"), version),
    [`vezne-client-php-${version}.zip`]: phpArchive(join(root, "clients/php"), version),
  };
  return Object.entries(archives).map(([name, members]) => {
    const path = join(folder, name);
    writeFileSync(path, zipSync(members, { level: 9, mtime: MTIME }));
    return path;
  });
}

/** The members of a wheel (Python Packaging: binary distribution format). */
function wheel(from, version) {
  const info = `vezne-${version}.dist-info`;
  const members = {
    ...membersOf(from, "vezne", /\.py$|^vezne\/py\.typed$/),
    [`${info}/METADATA`]: strToU8(metadata(from, version)),
    [`${info}/WHEEL`]: strToU8(WHEEL),
    [`${info}/licenses/LICENSE`]: readFileSync(join(from, "LICENSE")),
  };
  const record = Object.entries(members).map(([name, content]) => {
    const digest = createHash("sha256").update(content).digest("base64url");
    return `${name},sha256=${digest},${content.length}\n`;
  });
  return { ...members, [`${info}/RECORD`]: strToU8(`${record.join("")}${info}/RECORD,,\n`) };
}

const WHEEL = `Wheel-Version: 1.0
Generator: vezne
Root-Is-Purelib: true
Tag: py3-none-any
`;

function metadata(from, version) {
  const readme = readFileSync(join(from, "README.md"), "utf8");
  return `Metadata-Version: 2.1
Name: vezne
Version: ${version}
Summary: Client of Vezne, a self-hosted checkout and payment service
License: Apache-2.0
Classifier: Programming Language :: Python :: 3
Classifier: Typing :: Typed
Requires-Python: >=3.9
Description-Content-Type: text/markdown

${readme}`;
}

/** Composer reads the version of an artifact from its composer.json. */
function phpArchive(from, version) {
  const manifest = JSON.parse(readFileSync(join(from, "composer.json"), "utf8"));
  const text = `${JSON.stringify({ ...manifest, version }, null, 2)}\n`;
  const files = ["LICENSE", "README.md", "autoload.php"];
  return {
    ...Object.fromEntries(files.map((name) => [name, readFileSync(join(from, name))])),
    ...membersOf(from, "src", /\.php$/),
    "composer.json": strToU8(text),
  };
}

function membersOf(from, folder, pattern) {
  const members = readdirSync(join(from, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(from, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .filter((path) => pattern.test(path))
    .toSorted((left, right) => (left < right ? -1 : 1));
  return Object.fromEntries(members.map((path) => [path, readFileSync(join(from, path))]));
}
