import { VezneConnectionError, VezneError } from "../client/vezne.ts";
import { ConfigError } from "../config.ts";
import { BackupError } from "../edge/backup/manifest.ts";
import { isMendable } from "../mendable-error.ts";
import { CommandError, hasPrinted, print } from "./output.ts";
import { UsageError } from "./usage-error.ts";

/** What a script can tell by a command's exit code; 0 is done. */
export const EXIT = { refused: 1, usage: 2, unreachable: 3 } as const;

/** The service did not answer. */
export class Unreachable extends CommandError {}

/** Runs a command: what a user can mend ends with a sentence and an exit code, and no stack. */
export async function endWell(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    const code = exitCodeOf(error);
    if (code === undefined) throw error;
    const message = sentenceOf(error);
    process.stderr.write(`vezne: ${message}\n`);
    // A script that reads standard output finds one document there in any case.
    if (process.argv.includes("--json") && !hasPrinted()) {
      print({ json: { error: { message, exit_code: code } }, text: "" }, true);
    }
    process.exitCode = code;
  }
}

function exitCodeOf(error: unknown): number | undefined {
  if (error instanceof ConfigError || error instanceof UsageError) return EXIT.usage;
  if (error instanceof VezneConnectionError || error instanceof Unreachable) {
    return EXIT.unreachable;
  }
  const isKnown =
    error instanceof CommandError ||
    error instanceof VezneError ||
    error instanceof BackupError ||
    isMendable(error);
  return isKnown ? EXIT.refused : undefined;
}

function sentenceOf(error: unknown): string {
  if (error instanceof VezneConnectionError) {
    return "the service does not answer. Start it with npm start, or set VEZNE_URL.";
  }
  if (error instanceof VezneError) return `${error.detail} (${error.code})`;
  return error instanceof Error ? error.message : String(error);
}
