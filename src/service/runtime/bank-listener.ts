import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { Config } from "../../config/config.ts";

/**
 * A listener on loopback by which a process reaches the test bank that it mounts. Calls under
 * way need their bank until they end, when the public listener is closed already.
 */
export type BankListener = {
  /** The address under which the bank's paths begin. */
  readonly url: string;
  /** Answers from now on. */
  serve(listener: RequestListener): void;
  close(): Promise<void>;
};

export const BANK = "/bank";

/** True for requests of payments under way to the test bank. */
export const isForBank = ({ url = "" }: { readonly url?: string | undefined }): boolean =>
  url.startsWith(`${BANK}/api/`) || url.startsWith(`${BANK}/doors/`);

/** The bank's address for other processes; undefined if the installation has none. */
export function testBankUrl({
  bankUrl,
  testBank,
  localUrl,
}: Pick<Config, "bankUrl" | "testBank" | "localUrl">): string | undefined {
  if (bankUrl !== undefined) return bankUrl;
  return testBank ? `${localUrl}${BANK}` : undefined;
}

/** Undefined if the bank runs elsewhere or is switched off. */
export async function openBankListener({
  bankUrl,
  testBank,
}: Pick<Config, "bankUrl" | "testBank">): Promise<BankListener | undefined> {
  if (bankUrl !== undefined || !testBank) return undefined;
  let serve: RequestListener | undefined;
  const server = createServer((request, response) => {
    if (serve === undefined || !isForBank(request)) response.writeHead(404).end();
    else serve(request, response);
  });
  // Each worker has a port of its own, because the bank of another one may be stopped before.
  server.listen({ host: "127.0.0.1", port: 0, exclusive: true });
  await once(server, "listening");
  const address = server.address();
  const port = address === null || typeof address === "string" ? 0 : address.port;
  return {
    url: `http://127.0.0.1:${port}${BANK}`,
    serve(listener) {
      serve = listener;
    },
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
