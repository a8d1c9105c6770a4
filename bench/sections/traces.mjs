import { createServer } from "node:http";
import { once } from "node:events";
import { cpuSeconds } from "../lib/cpu.mjs";
import { openLine } from "../lib/line.mjs";
import { closedLoop, median } from "../lib/load.mjs";
import { startService } from "../lib/processes.mjs";
import { createSessions, pay, warmUp } from "../lib/shop.mjs";
import { table } from "../lib/table.mjs";
import { inWorld } from "../lib/world.mjs";

const IN_FLIGHT = 32;
/** The services that take turns; the first two are alike, so their ratio shows the noise. */
const SERVICES = [
  { name: "off", sampler: undefined },
  { name: "off, again", sampler: undefined },
  { name: "on, none recorded", sampler: "always_off" },
  { name: "on, one in twenty recorded", sampler: "traceidratio" },
  { name: "on, all recorded", sampler: "always_on" },
];

const COLUMNS = [
  { key: "name", title: "traces" },
  { key: "us", title: "app µs" },
  { key: "ratio", title: "ratio", places: 2 },
];

/** Compares the processor time of a payment with traces off, sampled and on, in turns. */
export function run({ quick }) {
  const [count, rounds] = quick ? [500, 5] : [4_000, 9];
  return inWorld({}, async (world) => {
    const collector = await startCollector();
    const services = [];
    try {
      for (const { name, sampler } of SERVICES) {
        const environment = sampler === undefined ? {} : settingsOf(collector, sampler);
        const service = await startService(world, { url: world.bank.url }, environment);
        services.push({ name, service, line: openLine(service.url), costs: [] });
      }
      for (const { line } of services) await warmUp({ ...world, line }, count);
      for (let round = 0; round < rounds; round += 1) {
        for (const one of services) one.costs.push(await turn(world, one, count));
      }
    } finally {
      for (const { service, line } of services) {
        await line.close();
        await service.stop();
      }
      collector.closeAllConnections();
      collector.close();
    }
    return report(services);
  });
}

async function turn(world, { service, line }, count) {
  const sessions = await createSessions({ ...world, line }, count);
  const before = cpuSeconds(service.pid);
  const send = (index) => pay({ ...world, line }, sessions[index]);
  await closedLoop({ inFlight: IN_FLIGHT, count, send });
  return ((cpuSeconds(service.pid) - before) * 1_000_000) / count;
}

function report(services) {
  const [base] = services.map(({ costs }) => median(costs));
  return [
    `traces: processor time of the service for a payment, ${IN_FLIGHT} in flight, in turns`,
    "",
    ...table(
      COLUMNS,
      services.map(({ name, costs }) => ({ name, us: median(costs), ratio: median(costs) / base })),
    ),
  ];
}

function settingsOf(collector, sampler) {
  return {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.address().port}`,
    OTEL_TRACES_SAMPLER: sampler,
    OTEL_TRACES_SAMPLER_ARG: "0.05",
    OTEL_BSP_MAX_QUEUE_SIZE: "20000",
  };
}

/** A collector that takes spans and throws them away. */
async function startCollector() {
  const server = createServer((request, response) => {
    request.resume().on("end", () => response.end());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}
