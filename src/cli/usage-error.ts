import { CommandError } from "./output.ts";

/** What was typed is no command, or not what the command takes. */
export class UsageError extends CommandError {}
