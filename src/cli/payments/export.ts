import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { Transform, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { errorMessage } from "../../kernel/thrown.ts";
import { defineCommand } from "../kit/command.ts";
import { json } from "../kit/arguments.ts";
import { withApi, type MerchantApi } from "../kit/merchant-api.ts";
import { progress } from "../kit/progress.ts";
import { CommandError, print } from "../kit/output.ts";
import { filterOf, PAYMENT_FILTER } from "./payment-filter.ts";

const FORMATS: ("csv" | "json")[] = ["csv", "json"];
const LINE_FEED = 0x0a;

export const exportCommand = defineCommand({
  meta: { name: "export", description: "Write a merchant's payments to a file" },
  args: {
    format: { type: "enum", options: FORMATS, default: "csv", description: "Format of the file" },
    output: { type: "string", required: true, description: "File to write; - is standard output" },
    ...PAYMENT_FILTER,
    json,
  },
  run: ({ args }) =>
    withApi(async (api) => {
      if (args.output === "-" && args.json) {
        throw new CommandError("--json needs a file: standard output is one document only");
      }
      const filter = filterOf(args);
      const { total } = await api.vezne.transactions.list({ ...filter, per_page: 1 });
      const wanted = { ...filter, format: args.format };
      const bytes = await write(api, wanted, { output: args.output, total });
      if (args.output === "-") return;
      const document = { file: args.output, format: args.format, payments: total, bytes };
      print(
        { json: document, text: `${total} payments, ${bytes} bytes: ${args.output}` },
        args.json,
      );
    }),
});

type Filter = Parameters<MerchantApi["vezne"]["export"]>[0];

/** Removes the file if it could not be written completely. */
async function write(
  { vezne }: MerchantApi,
  filter: Filter,
  { output, total }: { readonly output: string; readonly total: number },
): Promise<number> {
  const { body } = await vezne.export(filter);
  const { seen, stream, stop } = meter(total);
  const target: Writable = output === "-" ? process.stdout : createWriteStream(output);
  try {
    await pipeline(chunksOf(body), stream, target, { end: output !== "-" });
    return seen.bytes;
  } catch (error) {
    if (output !== "-") await rm(output, { force: true });
    throw new CommandError(`the export broke off: ${errorMessage(error)}`);
  } finally {
    stop();
  }
}

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

/** Counts the bytes that pass, and shows them on a terminal. */
function meter(total: number) {
  const bar = progress("payments");
  const seen = { bytes: 0 };
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen.bytes += chunk.length;
      bar.step(linesIn(chunk), Math.max(total, 1));
      done(null, chunk);
    },
  });
  return { seen, stream, stop: () => bar.stop() };
}

function linesIn(chunk: Buffer): number {
  let lines = 0;
  for (const byte of chunk) if (byte === LINE_FEED) lines += 1;
  return lines;
}
