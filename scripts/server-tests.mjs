import { execFileSync, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { certify, createAuthority } from "./ha/certificates.mjs";
import { freePort } from "./prepare/free-port.mjs";

// `npm run server-tests` runs tests against the PostgreSQL of a distribution, such as Debian's
// package postgresql-15, in place of the embedded one. The server has the settings of its package,
// among them `jit = on`, takes connections with TLS only, and the service is no superuser. The
// server is made in a temporary folder and removed at the end. Tests are named as with vitest; the
// default are those that use a database and no browser, without the longest. It needs `openssl`.
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const DEBIAN = "/usr/lib/postgresql";
const SETTINGS = [
  "ssl = on",
  "ssl_cert_file = 'tls/machine.pem'",
  "ssl_key_file = 'tls/machine.key'",
  "listen_addresses = '127.0.0.1'",
  // The tests of a run share the server.
  "max_connections = 200",
];
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { programs: { type: "string" } },
});

/** The folder with the server's programs; of several versions the newest. */
function programsOf(given) {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : [];
  const newest = versions.toSorted((one, other) => Number(other) - Number(one))[0];
  const folder = given ?? join(DEBIAN, newest ?? "", "bin");
  if (existsSync(join(folder, "initdb"))) return folder;
  throw new Error(`${folder} has no initdb: apt-get install postgresql, or name it by --programs`);
}

/** PostgreSQL refuses to run as root, so the package's own user takes its place. */
function userOf() {
  if (process.getuid() !== 0) return {};
  return { uid: idOf("-u"), gid: idOf("-g") };
}

function idOf(flag) {
  return Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
}

/** Makes a server and starts it; returns the superuser's address and a function to stop it. */
async function startServer(base, programs) {
  const user = userOf();
  const run = (program, ...args) =>
    execFileSync(join(programs, program), args, { ...user, stdio: ["ignore", "pipe", "inherit"] });
  const data = join(base, "data");
  const password = randomBytes(12).toString("hex");
  writeFileSync(join(base, "password"), password);
  if (user.uid !== undefined) execFileSync("chown", ["-R", "postgres:postgres", base]);
  const login = [
    "--username=postgres",
    `--pwfile=${join(base, "password")}`,
    "--auth=scram-sha-256",
  ];
  run("initdb", `--pgdata=${data}`, ...login, "--encoding=UTF8");
  createAuthority(join(base, "authority"));
  const owner = user.uid === undefined ? undefined : "postgres";
  const names = { name: "server", address: "127.0.0.1", target: join(data, "tls"), owner };
  certify(join(base, "authority"), names);
  const port = await freePort();
  const own = [`port = ${port}`, `unix_socket_directories = '${base}'`];
  appendFileSync(join(data, "postgresql.conf"), `${[...SETTINGS, ...own].join("\n")}\n`);
  writeFileSync(join(data, "pg_hba.conf"), "hostssl all all 127.0.0.1/32 scram-sha-256\n");
  run("pg_ctl", "--wait", "start", `--pgdata=${data}`, `--log=${join(base, "log")}`);
  const tls = `sslmode=verify-full&sslrootcert=${join(data, "tls", "ca.pem")}`;
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres?${tls}`,
    stop: () => run("pg_ctl", "--wait", "--mode=fast", "stop", `--pgdata=${data}`),
  };
}

/** Runs tests; resolves to the exit code of vitest. */
function runTests(url, tests) {
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const env = { ...process.env, VEZNE_POSTGRES_URL: url };
  const args = ["run", "--project", "service", ...tests];
  const child = spawn(process.execPath, [vitest, ...args], { cwd: root, env, stdio: "inherit" });
  process.on("SIGINT", () => child.kill("SIGINT"));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}

const base = mkdtempSync(join(tmpdir(), "vezne-server-"));
try {
  const programs = programsOf(values.programs);
  const { stdout } = spawnSync(join(programs, "postgres"), ["--version"], { encoding: "utf8" });
  const server = await startServer(base, programs);
  console.log(`${stdout.trim()}, with TLS and just-in-time compilation`);
  try {
    process.exitCode = await runTests(server.url, positionals);
  } finally {
    server.stop();
  }
} catch (error) {
  process.stderr.write(`server-tests: ${error.message}\n`);
  process.exitCode = 1;
} finally {
  rmSync(base, { recursive: true, force: true });
}
