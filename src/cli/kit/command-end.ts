import { errorMessage } from "../../kernel/thrown.ts";
import { VezneConnectionError, VezneError } from "../../client/vezne.ts";
import { ConfigError } from "../../config/config-error.ts";
import { BackupError } from "../../database/backup/manifest.ts";
import { isUnavailable } from "../../database/connection/database-error.ts";
import { maskText } from "../../system/logger.ts";
import { EXIT } from "../../service/start/exit-code.ts";
import { isMendable } from "../../service/start/mendable-error.ts";
import { CommandError, hasPrinted, print, printError } from "./output.ts";
import { UsageError } from "./usage-error.ts";

/** The service did not answer. */
export class Unreachable extends CommandError {}

/** Runs a command; every error of it ends with a sentence and an exit code. */
export async function endWell(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    process.exitCode = reportFailure(error);
  }
}

/** Prints why a command failed, with a stack only for a defect. Returns the exit code. */
export function reportFailure(error: unknown): number {
  const code = exitCodeOf(error);
  const message = maskText(code === EXIT.defect ? defectOf(error) : sentenceOf(error));
  printError(`vezne: ${message}`);
  if (code === EXIT.defect && error instanceof Error) {
    printError(maskText(error.stack ?? ""));
  }
  // A script finds one JSON document on standard output also after a failure.
  if (process.argv.includes("--json") && !hasPrinted()) {
    print({ json: { error: { message, exit_code: code } }, text: "" }, true);
  }
  return code;
}

function exitCodeOf(error: unknown): number {
  if (error instanceof ConfigError || error instanceof UsageError) return EXIT.usage;
  if (error instanceof VezneConnectionError || error instanceof Unreachable) {
    return EXIT.unreachable;
  }
  const isKnown =
    error instanceof CommandError ||
    error instanceof VezneError ||
    error instanceof BackupError ||
    isMendable(error) ||
    isUnavailable(error);
  return isKnown ? EXIT.refused : EXIT.defect;
}

function defectOf(error: unknown): string {
  return `unexpected error: ${String(error)}. This is a defect of Vezne; please report these lines.`;
}

function sentenceOf(error: unknown): string {
  if (error instanceof VezneConnectionError) {
    return "the service does not answer. Start it with npm start, or set VEZNE_URL.";
  }
  if (error instanceof VezneError) return `${error.detail} (${error.code})`;
  return errorMessage(error);
}
