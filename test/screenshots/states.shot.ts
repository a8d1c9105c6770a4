import { mkdirSync } from "node:fs";
import { afterAll, beforeAll, describe, it } from "vitest";
import { enter, openStage, type Stage } from "../browser/scene.ts";
import { STATES } from "../browser/states.ts";
import { browserAvailable } from "../support/browser.ts";
import { FOLDER, LOOKS, photographer } from "./photographer.ts";

describe.runIf(browserAvailable())("pictures of every state", () => {
  let stage: Stage;
  beforeAll(async () => {
    mkdirSync(FOLDER, { recursive: true });
    stage = await openStage();
  });
  afterAll(() => stage.close());

  it.each(LOOKS)("%s", async (look, language, options) => {
    const scene = await enter(stage, language, options);
    const shoot = photographer(scene.page, look);
    for (const { name, reach } of STATES) {
      await scene.page.unrouteAll({ behavior: "ignoreErrors" });
      await reach(scene);
      await shoot(name, true);
    }
    await scene.customer.leave();
  });
});
