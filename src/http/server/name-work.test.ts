import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { HOUR } from "../../kernel/clock.ts";
import { Admission } from "../../kernel/queue/admission.ts";
import { after } from "../../system/after.ts";
import { keepWork, watchLoop, type HeldLoop, type LoopWatch } from "../../system/loop-watch.ts";
import { nameWork } from "./name-work.ts";

/** Much longer than the pauses of a busy machine, in ms. */
const HOLD_MS = 300;

function hold(): void {
  const until = performance.now() + HOLD_MS;
  while (performance.now() < until);
}

describe("the work of a route, for the event loop watch", () => {
  let app: FastifyInstance;
  let watch: LoopWatch;
  let turns: Admission;
  const held: HeldLoop[] = [];

  beforeEach(async () => {
    const mayEnter = (count: number): boolean => count === 0;
    turns = new Admission({ mayEnter, lineMax: 1, waitMs: HOUR, after, keep: keepWork });
    watch = watchLoop({ thresholdMs: HOLD_MS, onHeld: (one) => void held.push(one) });
    app = Fastify();
    nameWork(app);
    app.addContentTypeParser("text/x-slow", { parseAs: "string" }, async () => hold());
    app.post("/things/:id", async () => "parsed");
    app.get("/things/:id", async () => {
      hold();
      return "held";
    });
    app.get("/later", async () => {
      await keepWork(answerOf(app, "/quick"));
      hold();
      return "held";
    });
    app.get("/in-turn", async () =>
      turns.run("a", async () => {
        hold();
        return "held";
      }),
    );
    app.get("/quick", async () => "quick");
    app.get("/leave", async () => {
      setImmediate(() => turns.leave("a"));
      return "left";
    });
    // The first call loads the framework's modules.
    await answerOf(app, "/quick");
    held.length = 0;
  });
  afterEach(async () => {
    watch.stop();
    await app.close();
  });
  const longest = (): string | undefined =>
    held.toSorted((one, other) => other.ms - one.ms).at(0)?.work;

  it("is named by the route's pattern, never by the URL", async () => {
    await answerOf(app, "/things/ses_secret?key=secret");
    expect(longest()).toBe("GET /things/:id");
  });

  it("is named while the body is parsed", async () => {
    await app.inject({
      method: "POST",
      url: "/things/1",
      headers: { "content-type": "text/x-slow" },
      body: "x",
    });
    expect(longest()).toBe("POST /things/:id");
  });

  it("is named after the route has waited, although another request was answered meanwhile", async () => {
    await Promise.all([answerOf(app, "/later"), answerOf(app, "/quick")]);
    expect(longest()).toBe("GET /later");
  });

  it("is named after the route has waited for a queue place that another route released", async () => {
    await turns.enter("a");
    const waiting = answerOf(app, "/in-turn");
    await answerOf(app, "/quick");
    await answerOf(app, "/leave");
    await waiting;
    expect(longest()).toBe("GET /in-turn");
  });
});

async function answerOf(app: FastifyInstance, url: string): Promise<string> {
  return (await app.inject(url)).body;
}
