import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeClientPackage } from "./release/client-package.mjs";

// `npm run client-package` writes dist/client-package, the folder of the npm package @vezne/client.
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(root, "dist", "client-package");
const { name, version } = await writeClientPackage(root, folder);
console.log(`${folder}: ${name} ${version}`);
