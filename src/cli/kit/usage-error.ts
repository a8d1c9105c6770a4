import { CommandError } from "./output.ts";

/** The command line names no command, or arguments that the command does not take. */
export class UsageError extends CommandError {}
