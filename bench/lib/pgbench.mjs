import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DATA, INTENT, OUTCOME } from "./one-at-a-time.mjs";

/** The values of each statement's parameters, as expressions of pgbench. */
const [ORDER, ATTEMPT, EVENT, SESSION] = ["ORD-", "att_", "evt_", "ses_"].map(
  (prefix) => `('${prefix}' || :id)`,
);
const PARAMETERS = {
  intent: [
    [":merchant", ORDER, SESSION],
    [":merchant", ORDER, SESSION],
    [":merchant", "'processing'", "1", "1000"],
    [":merchant", ORDER, ATTEMPT],
  ],
  outcome: [
    [":merchant", ORDER],
    [":merchant"],
    [":merchant", ATTEMPT],
    [":merchant", ORDER, ATTEMPT],
    [":merchant", ORDER, EVENT, SESSION, ":data"],
  ],
};

/** Whether pgbench is installed; it does not come with the embedded PostgreSQL. */
export function hasPgbench() {
  return spawnSync("pgbench", ["--version"]).status === 0;
}

/** The rows of payments by pgbench with 32 clients: payments a second. */
export function payByPgbench({ bareAddress, merchantId, folder }, count) {
  const script = join(folder, "pay.pgbench");
  const lines = [
    String.raw`\set id random(1, 9000000000000000000)`,
    ...transaction(INTENT, PARAMETERS.intent),
    ...transaction(OUTCOME, PARAMETERS.outcome),
  ];
  writeFileSync(script, `${lines.join("\n")}\n`);
  const { host, port, user, password, database } = bareAddress;
  const clients = 32;
  const load = ["-c", `${clients}`, "-t", `${Math.ceil(count / clients)}`, "-M", "prepared"];
  const variables = ["-D", `merchant=${merchantId}`, "-D", `data=${DATA}`];
  const settings = ["-n", ...variables, "-f", script];
  const target = ["-h", host, "-p", `${port}`, "-U", user, database];
  const { stdout, stderr, status } = spawnSync("pgbench", [...load, ...settings, ...target], {
    env: { ...process.env, PGPASSWORD: password },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`pgbench: ${stderr}`);
  return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
}

function transaction(statements, parameters) {
  return [
    "begin;",
    ...statements.map((text, index) => `${withParameters(text, parameters[index])};`),
    "commit;",
  ];
}

function withParameters(text, values) {
  return text.replaceAll(/\s+/g, " ").replaceAll(/\$(\d)/g, (_, number) => values[number - 1]);
}
