import cluster, { type Worker } from "node:cluster";
import { AggregatorRegistry, type Registry } from "@platformatic/prom-client";

// A scrape reaches one worker at random, so it asks the primary process for the sum of all.

type Question = { readonly type: "vezne:metrics"; readonly id: number };
type Answer = { readonly type: "vezne:metrics"; readonly id: number; readonly text?: string };

const TYPE = "vezne:metrics";
const PATIENCE_MS = 6_000;

/** Answers the workers' questions for the metrics of all; for the primary process. */
export function answerWorkers(): void {
  const all = new AggregatorRegistry();
  cluster.on("message", (worker: Worker, message: unknown) => {
    if (!isOurs(message)) return;
    const { id } = message;
    const send = (answer: Answer): void => {
      // A worker that has ended needs no answer.
      if (worker.isConnected()) worker.send(answer);
    };
    all.clusterMetrics().then(
      (text) => send({ type: TYPE, id, text }),
      () => send({ type: TYPE, id }),
    );
  });
}

/** Returns a function that resolves to the metrics of all workers; undefined outside a worker. */
export function metricsOfAllWorkers(registry: Registry): (() => Promise<string>) | undefined {
  if (!cluster.isWorker) return undefined;
  AggregatorRegistry.setRegistries(registry);
  listenToPrimary();
  let asked = 0;
  return async () => {
    asked += 1;
    const question: Question = { type: TYPE, id: asked };
    // Without the primary's answer, such as during a stop, the part of this worker has to do.
    return (await answerTo(question)) ?? registry.metrics();
  };
}

/** Lets this worker answer the primary's question for its own metrics, as the constructor does. */
function listenToPrimary(): AggregatorRegistry<"text/plain; version=0.0.4; charset=utf-8"> {
  return new AggregatorRegistry();
}

function answerTo(question: Question): Promise<string | undefined> {
  return new Promise((resolve) => {
    const end = (text: string | undefined): void => {
      clearTimeout(timer);
      process.off("message", listen);
      resolve(text);
    };
    const listen = (message: unknown): void => {
      if (isOurs(message) && message.id === question.id) end(message.text);
    };
    const timer = setTimeout(() => end(undefined), PATIENCE_MS);
    process.on("message", listen);
    process.send?.(question);
  });
}

function isOurs(message: unknown): message is Answer {
  return Object(message) === message && Reflect.get(Object(message), "type") === TYPE;
}
