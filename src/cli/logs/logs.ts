import { MODES } from "../kit/terms-owner.ts";
import { createReadStream } from "node:fs";
import { access } from "node:fs/promises";
import { createInterface } from "node:readline";
import { defineCommand } from "../kit/command.ts";
import { endWell } from "../kit/command-end.ts";
import { LEVELS, logText, wantedRecord, type LogFilter } from "./log-lines.ts";
import { statusOf } from "./log-status.ts";
import { showLoggedRequests } from "./logged-requests.ts";
import { CommandError, printLine } from "../kit/output.ts";

const NAMES: (keyof typeof LEVELS)[] = ["debug", "info", "warn", "error"];

/** The options that concern only the request log. */
const OF_REQUESTS = [
  "merchant",
  "mode",
  "code",
  "method",
  "key",
  "limit",
  "bodies",
  "follow",
] as const;

/**
 * `vezne logs` shows API requests of the request log, or lines of the service's own log from a file
 * or from standard input.
 */
export const logsCommand = defineCommand({
  meta: {
    name: "logs",
    description:
      "Requests of merchants' programs: vezne logs [tail] [--merchant ID]. Or read the service's " +
      "own log: npm start | npx --no vezne logs",
  },
  args: {
    file: {
      type: "positional",
      required: false,
      description: "tail to follow requests, or a file of the service's log",
    },
    status: { type: "string", description: "Only requests with this status: 402, 4xx" },
    path: { type: "string", description: "Only requests whose path contains this" },
    request: { type: "string", description: "Only entries of this X-Request-Id" },
    merchant: { type: "string", description: "Merchant id (mer_…); needed if there are several" },
    mode: { type: "enum", options: MODES, description: "Mode of the requests; default: test" },
    code: { type: "string", description: "Only requests with this code" },
    method: { type: "string", description: "Only requests of this method" },
    key: { type: "string", description: "Only requests whose key ends with this" },
    limit: { type: "string", description: "Requests to show; default 20" },
    bodies: { type: "boolean", description: "Show the logged parts of the bodies" },
    follow: { type: "boolean", description: "Follow new requests, as tail" },
    level: { type: "enum", options: NAMES, description: "Least level of the service's log" },
    json: { type: "boolean", default: false, description: "Print one JSON document a line" },
  },
  run: async ({ args }) => {
    const { file, level } = args;
    const isTail = file === "tail";
    const asked = OF_REQUESTS.filter((name) => args[name] !== undefined);
    const isOfFile = (file !== undefined && !isTail) || level !== undefined;
    if (asked.length > 0 || isTail || (!isOfFile && process.stdin.isTTY)) {
      return isOfFile
        ? endWell(() => Promise.reject(new CommandError(MIXED)))
        : showLoggedRequests({ ...args, follow: isTail || args.follow === true });
    }
    return endWell(() => readLines(args));
  },
});

const MIXED =
  "--level and a file are for the service's own log; " +
  `${OF_REQUESTS.map((name) => `--${name}`).join(", ")} and tail for the request log`;

type LineArguments = {
  readonly file?: string | undefined;
  readonly level?: keyof typeof LEVELS | undefined;
  readonly status?: string | undefined;
  readonly path?: string | undefined;
  readonly request?: string | undefined;
  readonly json: boolean;
};

async function readLines(args: LineArguments): Promise<void> {
  const filter: LogFilter = {
    leastLevel: LEVELS[args.level ?? "info"],
    status: statusOf(args.status),
    path: args.path,
    requestId: args.request,
  };
  for await (const line of createInterface({ input: await sourceOf(args.file) })) {
    const record = wantedRecord(line, filter);
    if (record === undefined) continue;
    printLine(args.json ? JSON.stringify(record) : logText(record));
  }
}

async function sourceOf(file: string | undefined): Promise<NodeJS.ReadableStream> {
  if (file === undefined) {
    if (process.stdin.isTTY) {
      throw new CommandError("give a file, or pipe the log in: npm start | npx --no vezne logs");
    }
    return process.stdin;
  }
  await access(file).catch(() => {
    throw new CommandError(`${file} can't be read`);
  });
  return createReadStream(file);
}
