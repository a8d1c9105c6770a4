import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * The folder of the package, with its data, documents and migrations. Modules run from folders of
 * different depth: `src`, `dist`, and the bundled program in `dist/program`.
 */
export const packageRoot = rootAbove(import.meta.dirname);

function rootAbove(folder: string): string {
  const isRoot = existsSync(join(folder, "package.json")) || dirname(folder) === folder;
  return isRoot ? folder : rootAbove(dirname(folder));
}
