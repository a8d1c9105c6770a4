import Fastify, { type FastifyBaseLogger } from "fastify";

import type { BankDeps } from "../bank-deps.ts";
import { type ControlDeps, controlPaths } from "./control.ts";
import { bankPlugin } from "./bank-plugin.ts";

export type BankOptions = Omit<BankDeps, "publicBaseUrl"> & {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** The public address of the bank; by default the address that it listens on. */
  readonly publicBaseUrl?: string;
  /** The developer's controls at `/control`; absent where strangers can reach the bank. */
  readonly control?: ControlDeps;
  /** Gets the bank's warnings, such as a path that no door has; by default nothing is logged. */
  readonly logger?: FastifyBaseLogger;
};

export type RunningBank = { readonly url: string; readonly close: () => Promise<void> };

/** Runs the test bank as a server of its own. */
export async function startBank(options: BankOptions): Promise<RunningBank> {
  const { host, port, publicBaseUrl, control, logger, ...deps } = options;
  const app = Fastify({
    ...(logger === undefined ? { logger: false } : { loggerInstance: logger }),
    forceCloseConnections: true,
  });
  let url = publicBaseUrl ?? "";
  await app.register(
    bankPlugin({
      ...deps,
      // With port 0 the address is known only after the plugin was registered.
      get publicBaseUrl() {
        return url;
      },
    }),
  );
  if (control !== undefined) controlPaths(app, control);
  const address = await app.listen({ host, port });
  if (url === "") url = address;
  return { url: address, close: () => app.close() };
}
