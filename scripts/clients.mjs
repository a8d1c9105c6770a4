import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readDocument, readErrorCodes } from "./clients/document.mjs";
import { writeClients } from "./clients/write.mjs";

// `npm run clients` writes the generated parts of the clients for TypeScript, Python and PHP from
// the OpenAPI document of the built service; with `--check` it fails if they are not as they would
// be written.
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const isCheck = process.argv.includes("--check");

const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const errorCodes = await readErrorCodes(root);
const options = { version, errorCodes, readText: textOf };
const files = writeClients(await readDocument(root), options);
const stale = Object.entries(files).filter(([path, text]) => textOf(path) !== text);

if (!isCheck) {
  for (const [path, text] of stale) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
} else if (stale.length > 0) {
  const names = stale.map(([path]) => `  ${path}`).join("\n");
  process.stderr.write(`These files differ from the document; run npm run clients:\n${names}\n`);
  process.exitCode = 1;
}

function textOf(path) {
  try {
    return readFileSync(join(root, path), "utf8");
  } catch {
    return undefined;
  }
}
