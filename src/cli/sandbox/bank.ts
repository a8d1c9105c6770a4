import { once } from "node:events";
import { defineCommand } from "../kit/command.ts";
import { startBankAlone } from "../../service/bank-alone.ts";
import { facts, print } from "../kit/output.ts";
import { UsageError } from "../kit/usage-error.ts";

const PORT_MAX = 65_535;

export const bankCommand = defineCommand({
  meta: {
    name: "bank",
    description: "Run only the test bank, in the real formats of Turkish banks",
  },
  args: {
    port: { type: "string", default: "4000", description: "Port; 0 takes any free one" },
    host: { type: "string", default: "127.0.0.1", description: "Address to listen on" },
    json: { type: "boolean", default: false, description: "Print one JSON document" },
  },
  run: async ({ args }) => {
    const bank = await startBankAlone({ host: args.host, port: portOf(args.port) });
    const { url, doors, control } = bank;
    const text = facts([...Object.entries(doors), ["control", control]]);
    print({ json: { url, doors, control }, text }, args.json);
    await untilStopped();
    await bank.close();
  },
});

function untilStopped(): Promise<unknown> {
  return Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
}

function portOf(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : PORT_MAX + 1;
  if (port > PORT_MAX) throw new UsageError("--port must be a whole number from 0 to 65535.");
  return port;
}
