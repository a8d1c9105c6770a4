import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { prepare } from "../scripts/prepare/prepare.mjs";

// `npm run bench -- [options] [section …]`: see docs/operations/bench.md.
const SECTIONS = {
  costs: () => import("./sections/costs.mjs"),
  pay: () => import("./sections/pay.mjs"),
  alone: () => import("./sections/alone.mjs"),
  sessions: () => import("./sections/sessions.mjs"),
  lookups: () => import("./sections/lookups.mjs"),
  refunds: () => import("./sections/refunds.mjs"),
  reports: () => import("./sections/reports.mjs"),
  volume: () => import("./sections/volume.mjs"),
  events: () => import("./sections/events.mjs"),
  processes: () => import("./sections/processes.mjs"),
  start: () => import("./sections/start.mjs"),
  panel: () => import("./sections/panel.mjs"),
  traces: () => import("./sections/traces.mjs"),
  neighbours: () => import("./sections/neighbours.mjs"),
  distribution: () => import("./sections/distribution.mjs"),
};

const OPTIONS = {
  quick: { type: "boolean", default: false },
  rows: { type: "string" },
  operations: { type: "string" },
  enforce: { type: "boolean", default: false },
  profile: { type: "string" },
};

const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
const unknown = positionals.find((name) => !Object.hasOwn(SECTIONS, name));

if (unknown === undefined) {
  await runSections(positionals.length === 0 ? Object.keys(SECTIONS) : positionals);
} else {
  console.error(`There is no ${unknown}. Sections: ${Object.keys(SECTIONS).join(", ")}`);
  process.exitCode = 1;
}

async function runSections(names) {
  await prepare(dirname(dirname(fileURLToPath(import.meta.url))));
  const { quick, rows, operations, enforce, profile } = values;
  for (const name of names) {
    const { run } = await SECTIONS[name]();
    const lines = await run({
      quick,
      isEnforced: enforce,
      profile,
      operations: operations?.split(","),
      ...(rows === undefined ? {} : { rows: Number(rows) }),
    });
    console.log(`${lines.join("\n")}\n`);
  }
}
