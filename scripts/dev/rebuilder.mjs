/**
 * Keeps a service running that was built from the newest sources. `start` resolves to a function
 * that stops the service. If `build` fails, `report` gets the error, and the running service goes
 * on until a build after the next change. Changes during a build lead to one more build.
 */
export function createRebuilder({ build, start, report }) {
  const state = { isStale: false, isEnded: false, stop: async () => undefined };
  let work;

  async function catchUp() {
    while (state.isStale && !state.isEnded) {
      state.isStale = false;
      try {
        await build();
      } catch (error) {
        report(error);
        continue;
      }
      if (state.isStale || state.isEnded) continue;
      await state.stop();
      state.stop = await start();
    }
  }

  return {
    /** Resolves once the service runs on the sources of this moment, or the build has failed. */
    changed() {
      state.isStale = true;
      work ??= catchUp().finally(() => (work = undefined));
      return work;
    },

    /** Stops the service for good. */
    async end() {
      state.isEnded = true;
      await work;
      await state.stop();
    },
  };
}
