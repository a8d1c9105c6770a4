import { Gauge, type Registry } from "@platformatic/prom-client";

type GaugeSource = {
  readonly help: string;
  /** Reads the value at each scrape. */
  readonly read: () => number | Promise<number>;
};

/**
 * Returns a function that registers a gauge; of the values of all workers, the largest is reported.
 */
export function worstOfWorkers(registry: Registry): (name: string, source: GaugeSource) => void {
  return (name, { help, read }) => {
    const gauge = new Gauge({
      name,
      help,
      aggregator: "max",
      registers: [registry],
      async collect() {
        gauge.set(await read());
      },
    });
  };
}
