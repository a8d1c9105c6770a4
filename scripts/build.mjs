import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { prepare } from "./prepare/prepare.mjs";

// Everything `npm start` would build when stale, stale or not.
const root = dirname(dirname(fileURLToPath(import.meta.url)));

try {
  await prepare(root, { force: true });
} catch (error) {
  if (error.name !== "StepFailed") throw error;
  process.stderr.write(`vezne: ${error.message}\n`);
  process.exitCode = 1;
}
