import { createInstallation } from "./installation.mjs";
import { openLine } from "./line.mjs";
import { startBank, startBare, startService } from "./processes.mjs";

/**
 * Starts a whole installation: PostgreSQL, the test bank and the service, each in processes of
 * its own. `fill` inserts payments before the service starts; `withBare` also starts the bare
 * handlers for comparison; `environment` has further settings of the service.
 */
export async function startWorld({ fill, withBare = false, environment } = {}) {
  const ends = [];
  const close = async () => {
    for (const end of ends.toReversed()) await end();
  };
  const keep = async (starting, end) => {
    const started = await starting;
    ends.push(() => end(started));
    return started;
  };
  const stop = (started) => started.stop();
  const hangUp = (line) => line.close();
  try {
    const installation = await keep(createInstallation(), (made) => made.remove());
    await fill?.(installation);
    const bank = await keep(startBank(installation), stop);
    const service = await keep(startService(installation, bank, environment), stop);
    const bare = withBare ? await keep(startBare(installation), stop) : undefined;
    const line = await keep(openLine(service.url), hangUp);
    const bareLine = bare && (await keep(openLine(bare.url), hangUp));
    const restart = () => startService(installation, bank, environment);
    const [servicePid, barePid] = [service.pid, bare?.pid];
    const stopService = () => service.stop();
    return {
      ...installation,
      line,
      bareLine,
      servicePid,
      barePid,
      bank,
      stopService,
      restart,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Runs `work` in an installation that is removed afterwards. */
export async function inWorld(options, work) {
  const world = await startWorld(options);
  try {
    return await work(world);
  } finally {
    await world.close();
  }
}
