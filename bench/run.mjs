import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { prepare } from "../scripts/prepare/prepare.mjs";

// `npm run bench -- [--quick] [--rows=N] [section …]`: see docs/operations/bench.md.
const SECTIONS = {
  pay: () => import("./sections/pay.mjs"),
  alone: () => import("./sections/alone.mjs"),
  sessions: () => import("./sections/sessions.mjs"),
  lookups: () => import("./sections/lookups.mjs"),
  refunds: () => import("./sections/refunds.mjs"),
  reports: () => import("./sections/reports.mjs"),
  volume: () => import("./sections/volume.mjs"),
  panel: () => import("./sections/panel.mjs"),
  neighbours: () => import("./sections/neighbours.mjs"),
};

const args = process.argv.slice(2);
const wanted = args.filter((name) => !name.startsWith("--"));
const rows = args.find((name) => /^--rows=\d+$/.test(name));
const unknown = args.find(
  (name) => !Object.hasOwn(SECTIONS, name) && name !== "--quick" && name !== rows,
);

if (unknown === undefined) {
  await runSections(wanted.length === 0 ? Object.keys(SECTIONS) : wanted);
} else {
  console.error(
    `There is no ${unknown}. Sections: ${Object.keys(SECTIONS).join(", ")}; --quick, --rows=N`,
  );
  process.exitCode = 1;
}

async function runSections(names) {
  await prepare(dirname(dirname(fileURLToPath(import.meta.url))));
  for (const name of names) {
    const { run } = await SECTIONS[name]();
    const lines = await run({
      quick: args.includes("--quick"),
      ...(rows === undefined ? {} : { rows: Number(rows.slice("--rows=".length)) }),
    });
    console.log(`${lines.join("\n")}\n`);
  }
}
