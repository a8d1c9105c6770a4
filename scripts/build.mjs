import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { prepare } from "./prepare/prepare.mjs";

// Builds everything that `npm start` builds, even if it is up to date.
const root = dirname(dirname(fileURLToPath(import.meta.url)));

try {
  await prepare(root, { force: true });
} catch (error) {
  if (error.name !== "StepFailed") throw error;
  process.stderr.write(`vezne: ${error.message}\n`);
  process.exitCode = 1;
}
