import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeClientPackage } from "./release/client-package.mjs";
import { writeLanguagePackages } from "./release/language-packages.mjs";

// `npm run client-package` writes the packages of the clients below dist: the folder of the npm
// package @vezne/client, and the archives for Python and PHP.
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(root, "dist", "client-package");
const { name, version } = await writeClientPackage(root, folder);
console.log(`${folder}: ${name} ${version}`);
for (const path of writeLanguagePackages(root, join(root, "dist", "packages"))) console.log(path);
