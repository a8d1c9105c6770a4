import type { FastifyInstance } from "fastify";
import { openAdminServer, type AdminServer } from "./http/admin-server.ts";
import { sleep } from "../system/sleep.ts";
import { SECOND } from "../kernel/clock.ts";
import { within } from "./start/end-process.ts";
import { openInstallation } from "./installation/installation.ts";
import { BACKLOG } from "../http/limit/connection-limits.ts";
import type { DrainMode } from "../http/server/drain.ts";
import { stopListening } from "../http/server/stop-listening.ts";
import type { InstallationParts } from "./installation/foundation.ts";
import { startJobs } from "./jobs/job-runner.ts";
import { JOBS } from "./jobs/jobs.ts";
import { observeLoop } from "./http/observation.ts";
import type { PaymentDeps } from "./runtime/payments.ts";
import { openRuntime, type ServiceOptions } from "./runtime/runtime.ts";
import { openServer } from "./http/server.ts";

/** The longest time for which a stop waits for a collector of traces. */
const FLUSH_MS = 3 * SECOND;

/** The parts of a service; a test moves its clock and breaks its bank. */
export type ServiceParts = InstallationParts & ServiceOptions;

export type Service = {
  readonly app: FastifyInstance;
  /** The dependencies of the use cases. */
  readonly deps: PaymentDeps;
  /** Where this process reaches the test bank; undefined if it mounts none. */
  readonly bankUrl: string | undefined;
  /** Listens, and starts the jobs. */
  start(): Promise<void>;
  /** Says at `/readyz` that this process leaves; it serves until `stop`. */
  leave(): void;
  /**
   * Closes the public listener and its idle connections, finishes the requests in flight, then
   * closes the rest. New calls on connections that are still open are served or refused.
   */
  stop(mode?: DrainMode): Promise<void>;
};

/** Opens a whole service on a migrated database. */
export async function openService(parts: ServiceParts): Promise<Service> {
  const installation = await openInstallation(parts);
  const runtime = await openRuntime(installation, parts);
  const { app, drain } = openServer(installation, runtime, () => admin?.routes());
  const admin: AdminServer | undefined = openAdminServer(
    installation,
    runtime,
    () => app.server.listening,
  );
  const { config, clock, logger } = installation;
  let running: readonly { stop(): Promise<void> | void }[] = [];
  return {
    app,
    deps: runtime.deps,
    bankUrl: runtime.bankListener?.url,
    async start() {
      // First, because a worker counts as started once it listens at the public port.
      await admin?.listen();
      await app.listen({ host: config.host, port: config.port, backlog: BACKLOG });
      runtime.bankListener?.serve(app.routing);
      const { metrics } = runtime;
      running = [
        observeLoop({ clock, logger, metrics }),
        startJobs(JOBS, { installation, runtime, sleep }),
      ];
    },
    leave: () => runtime.leaving.begin(),
    async stop(mode) {
      runtime.leaving.begin();
      await stopListening(app.server);
      await Promise.all([drain.begin(mode), admin?.drain.begin()]);
      // Payments that were answered as `processing` still wait for their banks.
      await runtime.slowWork.settled();
      await app.close();
      await admin?.app.close();
      await runtime.bankListener?.close();
      await Promise.all(running.map(async (one) => one.stop()));
      await runtime.recorder.close();
      await runtime.sandbox.close();
      await runtime.connections.close();
      await runtime.feedProtocols.close();
      await runtime.reports.close();
      await installation.close();
      await within(FLUSH_MS, parts.tracer?.close() ?? Promise.resolve());
    },
  };
}
