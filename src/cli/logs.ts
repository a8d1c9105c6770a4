import { createReadStream } from "node:fs";
import { access } from "node:fs/promises";
import { createInterface } from "node:readline";
import { defineCommand } from "citty";
import { endWell } from "./command-end.ts";
import { LEVELS, logText, wantedRecord, type LogFilter } from "./log-lines.ts";
import { CommandError } from "./output.ts";

const NAMES: (keyof typeof LEVELS)[] = ["debug", "info", "warn", "error"];

/** `vezne logs`: the service's log for people, from a file or from what is piped in. */
export const logsCommand = defineCommand({
  meta: { name: "logs", description: "Read the service's log: npm start | npx vezne logs" },
  args: {
    file: { type: "positional", required: false, description: "A file; without it, what is piped" },
    level: { type: "enum", options: NAMES, default: "info", description: "This and worse" },
    status: { type: "string", description: "Only requests so answered: 402, 4xx" },
    path: { type: "string", description: "Only requests whose path has this in it" },
    request: { type: "string", description: "Only what belongs to this X-Request-Id" },
    json: { type: "boolean", default: false, description: "Print the lines as they are, in JSON" },
  },
  run: ({ args }) =>
    endWell(async () => {
      const filter: LogFilter = {
        leastLevel: LEVELS[args.level],
        status: statusOf(args.status),
        path: args.path,
        requestId: args.request,
      };
      for await (const line of createInterface({ input: await sourceOf(args.file) })) {
        const record = wantedRecord(line, filter);
        if (record === undefined) continue;
        process.stdout.write(`${args.json ? JSON.stringify(record) : logText(record)}\n`);
      }
    }),
});

async function sourceOf(file: string | undefined): Promise<NodeJS.ReadableStream> {
  if (file === undefined) {
    if (process.stdin.isTTY) {
      throw new CommandError("give a file, or pipe the log in: npm start | npx vezne logs");
    }
    return process.stdin;
  }
  await access(file).catch(() => {
    throw new CommandError(`${file} can't be read`);
  });
  return createReadStream(file);
}

function statusOf(text: string | undefined): string | undefined {
  if (text === undefined || /^[1-5](\d\d|\dx|xx)$/.test(text)) return text;
  throw new CommandError("--status must be a status such as 402, or 4xx");
}
