import { describe, expect, it } from "vitest";
import { createRebuilder } from "./rebuilder.mjs";

/** A service whose builds end when the test says so. */
function world() {
  const steps = [];
  const builds = [];
  const rebuilder = createRebuilder({
    build: () => {
      steps.push("build");
      return new Promise((resolve, reject) => builds.push({ resolve, reject }));
    },
    start: async () => {
      steps.push("start");
      return async () => void steps.push("stop");
    },
    report: (error) => steps.push(`failed: ${error.message}`),
  });
  return { steps, builds, rebuilder };
}

describe("the development service", () => {
  it("stops the old service and starts the new one after a build", async () => {
    const { steps, builds, rebuilder } = world();
    const first = rebuilder.changed();
    builds[0].resolve();
    await first;
    const second = rebuilder.changed();
    builds[1].resolve();
    await second;
    await rebuilder.end();
    expect(steps).toEqual(["build", "start", "build", "stop", "start", "stop"]);
  });

  it("leaves the old service running where a build fails, and tries the next change", async () => {
    const { steps, builds, rebuilder } = world();
    const first = rebuilder.changed();
    builds[0].resolve();
    await first;
    const second = rebuilder.changed();
    builds[1].reject(new Error("a type is missing"));
    await second;
    const third = rebuilder.changed();
    builds[2].resolve();
    await third;
    expect(steps.slice(2)).toEqual([
      "build",
      "failed: a type is missing",
      "build",
      "stop",
      "start",
    ]);
  });

  it("builds once more for all changes during a build, and starts only the last", async () => {
    const { steps, builds, rebuilder } = world();
    const changes = [rebuilder.changed(), rebuilder.changed(), rebuilder.changed()];
    builds[0].resolve();
    await expect.poll(() => builds.length).toBe(2);
    builds[1].resolve();
    await Promise.all(changes);
    expect(steps).toEqual(["build", "build", "start"]);
  });
});
