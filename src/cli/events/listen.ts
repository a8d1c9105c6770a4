import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { defineCommand } from "../kit/command.ts";
import { sequenceHeader, type EventDocument } from "../../domain/event/event.ts";
import { signatureHeaders } from "../../domain/event/signature.ts";
import { systemClock } from "../../system/clock.ts";
import { readSetting } from "../../config/config.ts";
import { createSystemRandom } from "../../system/random.ts";
import { sleep } from "../../system/sleep.ts";
import { webhookSigner } from "../../system/webhook-signer.ts";
import { newWebhookSecret } from "../../domain/merchant/create-merchant.ts";
import { LostPlace, PassingRefusal, streamEvents } from "./event-api.ts";
import { subjectOf } from "./events.ts";
import { Unreachable } from "../kit/command-end.ts";
import { withApi, type MerchantApi } from "../kit/merchant-api.ts";
import { visibleLine } from "../../kernel/text.ts";
import { CommandError, printError, printLine } from "../kit/output.ts";

const SECRET_FILE = "listen-secret";
const RECONNECT_MS = 1_000;
const FORWARD_TIMEOUT_MS = 15_000;

export const listenCommand = defineCommand({
  meta: {
    name: "listen",
    description: "Follow events, and pass them on, signed, to a server on this machine",
  },
  args: {
    "forward-to": { type: "string", description: "Address to send every event to" },
    events: { type: "string", description: "Only these types, separated by commas" },
    after: { type: "string", description: "Begin after this event instead of now" },
    limit: { type: "string", description: "Number of events after which to end" },
    "print-secret": {
      type: "boolean",
      default: false,
      description: "Print the secret that signs events, and end",
    },
    json: {
      type: "boolean",
      default: false,
      description: "Print one JSON document for each event",
    },
  },
  run: ({ args }) =>
    withApi(async (api) => {
      const secret = await secretOf(api);
      if (args["print-secret"]) {
        printLine(args.json ? JSON.stringify({ secret }) : secret);
        return;
      }
      await listen(api, {
        secret,
        forwardTo: forwardAddress(args["forward-to"]),
        types: args.events,
        after: args.after,
        limit: limitOf(args.limit),
        json: args.json,
      });
    }),
});

type Listener = {
  readonly secret: string;
  readonly forwardTo: string | undefined;
  readonly types: string | undefined;
  readonly after: string | undefined;
  readonly limit: number;
  readonly json: boolean;
};

/** Follows the stream through broken connections and restarts, without missing an event. */
async function listen(api: MerchantApi, options: Listener): Promise<void> {
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  process.once("SIGINT", stop).once("SIGTERM", stop);
  let after = options.after;
  let seen = 0;
  let wasOpen = false;
  const onOpen = (): void => {
    if (!wasOpen) note(options, `listening at ${api.url}; signed with ${options.secret}`);
    wasOpen = true;
  };
  while (!stopping.signal.aborted && seen < options.limit) {
    try {
      const { types } = options;
      const stream = streamEvents(api, { after, types, signal: stopping.signal, onOpen });
      for await (const { place, event } of stream) {
        if (event !== undefined) {
          await pass(event, options);
          seen += 1;
        }
        after = place ?? after;
        if (seen >= options.limit) break;
      }
    } catch (error) {
      if (stopping.signal.aborted) break;
      if (error instanceof LostPlace) {
        after = error.after;
        // Of this the reader of the documents must know, too: events may come that it has seen.
        printError(`vezne: ${visibleLine(error.message)}`);
        continue;
      }
      // Any error before the first connection ends the command: the key or address may be wrong.
      // Later only a lasting refusal by the service ends it.
      if (!wasOpen || isLasting(error)) throw error;
      note(options, "the service does not answer; trying again");
    }
    if (seen < options.limit) await sleep(RECONNECT_MS, stopping.signal);
  }
  stop();
}

function isLasting(error: unknown): boolean {
  const mayPass = error instanceof Unreachable || error instanceof PassingRefusal;
  return error instanceof CommandError && !mayPass;
}

async function pass(event: EventDocument, options: Listener): Promise<void> {
  const forwarded = options.forwardTo === undefined ? undefined : await forward(event, options);
  if (options.json) {
    printLine(JSON.stringify({ ...event, forwarded: forwarded ?? null }));
    return;
  }
  const answer = forwarded === undefined ? "" : `  → ${forwarded.status ?? forwarded.error}`;
  printLine(visibleLine(`${event.timestamp}  ${event.type}  ${subjectOf(event)}${answer}`));
}

type Forwarded = { readonly status: number | null; readonly error: string | null };

/** Sends an event as a webhook, except that a failure is not attempted again. */
async function forward(event: EventDocument, options: Listener): Promise<Forwarded> {
  const { id, type, timestamp, data } = event;
  const body = JSON.stringify({ type, timestamp, data });
  const signature = signatureHeaders(webhookSigner, {
    eventId: id,
    body,
    secrets: [options.secret],
    at: systemClock.now(),
  });
  const headers = { ...signature, ...sequenceHeader(data) };
  try {
    const answer = await fetch(options.forwardTo ?? "", {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(FORWARD_TIMEOUT_MS),
    });
    await answer.arrayBuffer();
    return { status: answer.status, error: null };
  } catch (error) {
    return { status: null, error: error instanceof Error ? error.name : "error" };
  }
}

/** Prints a note for people on standard error: standard output holds only events. */
function note({ json }: Listener, sentence: string): void {
  if (!json) printError(`vezne: ${sentence}`);
}

/** The secret: the demo shop's, `VEZNE_WEBHOOK_SECRET`, or one that this machine keeps. */
async function secretOf({ shop, dataDir }: MerchantApi): Promise<string> {
  const named = readSetting(process.env, "VEZNE_WEBHOOK_SECRET");
  if (named !== undefined) return named;
  if (shop !== undefined) return shop.webhookSecret;
  const file = join(dataDir, SECRET_FILE);
  const kept = await readFile(file, "utf8").catch(() => "");
  if (kept !== "") return kept.trim();
  const secret = newWebhookSecret(createSystemRandom());
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await writeFile(file, `${secret}\n`, { mode: 0o600 });
  await chmod(file, 0o600);
  return secret;
}

function forwardAddress(text: string | undefined): string | undefined {
  if (text === undefined || (/^https?:\/\//.test(text) && URL.canParse(text))) return text;
  throw new CommandError("--forward-to must be an http or https address");
}

function limitOf(text: string | undefined): number {
  if (text === undefined) return Number.POSITIVE_INFINITY;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new CommandError("--limit must be a number of events");
}
