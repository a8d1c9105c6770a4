import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { parseDocument } from "yaml";
import { programAt } from "../support/programs.ts";

const ROOT = join(import.meta.dirname, "../..");
const KIT = join(ROOT, "deploy/ha");
const textOf = (name: string): string => readFileSync(join(KIT, name), "utf8");
const run = promisify(execFile);

function yamlOf(name: string): unknown {
  const document = parseDocument(textOf(name));
  expect([...document.errors, ...document.warnings]).toEqual([]);
  return document.toJS();
}

const CA = "/etc/vezne-ha/tls/ca.pem";
const CERTIFICATE = "/etc/vezne-ha/tls/machine.pem";
const KEY = "/etc/vezne-ha/tls/machine.key";

const settings = yamlOf("patroni.yaml") as {
  readonly bootstrap: { readonly dcs: Record<string, unknown>; readonly initdb: unknown };
  readonly watchdog: { readonly safety_margin: number };
};
const { dcs } = settings.bootstrap;

/** In seconds: the life of the lock, the time between its renewals, and etcd's time to answer. */
function timesOf({ ttl, loop_wait, retry_timeout }: Record<string, unknown>) {
  return [Number(ttl), Number(loop_wait), Number(retry_timeout)] as const;
}

describe("the configuration of Patroni", () => {
  const { parameters, pg_hba: lines } = dcs["postgresql"] as {
    parameters: Record<string, unknown>;
    pg_hba: readonly string[];
  };

  it("acknowledges no commit that only one machine has", () => {
    expect(dcs).toMatchObject({
      synchronous_mode: "quorum",
      synchronous_mode_strict: true,
      synchronous_node_count: 1,
    });
    expect(parameters).toMatchObject({
      synchronous_commit: "on",
      fsync: "on",
      full_page_writes: "on",
    });
  });

  it("keeps Patroni's rule of the times", () => {
    const [ttl, loop, retry] = timesOf(dcs);
    expect(loop + 2 * retry).toBeLessThanOrEqual(ttl);
    expect(ttl).toBeGreaterThanOrEqual(20);
  });

  it("makes no machine without a watchdog the primary", () => {
    expect(settings).toMatchObject({ watchdog: { mode: "required" } });
  });

  it("resets a hanging machine before its lock ends, and no healthy one without etcd", () => {
    const margin = settings.watchdog.safety_margin;
    expect(margin).toBeGreaterThanOrEqual(1);
    const [ttl, loop, retry] = timesOf(dcs);
    // Patroni tries its call, then asks for etcd's members, and has a second for its standbys.
    expect(loop + 2 * retry + 1).toBeLessThanOrEqual(ttl - margin);
  });

  it("accepts connections only with TLS, and changes of the cluster only with a certificate", () => {
    expect(settings).toMatchObject({
      restapi: { cafile: CA, certfile: CERTIFICATE, keyfile: KEY, verify_client: "optional" },
      etcd3: { protocol: "https", cacert: CA, cert: CERTIFICATE, key: KEY },
    });
    expect(parameters).toMatchObject({ ssl: "on", password_encryption: "scram-sha-256" });
    const remote = lines.filter((line) => !line.startsWith("local "));
    expect(remote.length).toBeGreaterThan(0);
    for (const line of remote) expect(line).toMatch(/^hostssl \S+ \S+ 10\.0\.[01]\.0\/24 scram-/);
    expect(lines.filter((line) => line.startsWith("local "))).toEqual(["local all postgres peer"]);
  });

  it("archives every segment, and finds damaged pages", () => {
    expect(parameters).toMatchObject({ archive_mode: "on" });
    expect(settings.bootstrap.initdb).toContain("data-checksums");
  });

  it("holds no password", () => {
    for (const name of readdirSync(KIT)) {
      expect([name, /^\s*(password|\S+_PASSWORD)\s*[:=]/m.test(textOf(name))]).toEqual([
        name,
        false,
      ]);
    }
  });
});

describe("the configuration of etcd", () => {
  it("refuses clients and members without a certificate, at every address", () => {
    const etcd = yamlOf("etcd.yaml") as Record<string, unknown>;
    for (const part of ["client-transport-security", "peer-transport-security"]) {
      expect(etcd[part]).toEqual({
        "client-cert-auth": true,
        "trusted-ca-file": CA,
        "cert-file": CERTIFICATE,
        "key-file": KEY,
      });
    }
    const urls = Object.keys(etcd).filter((name) => name.endsWith("-urls"));
    expect(urls).toHaveLength(4);
    for (const name of urls) expect(etcd[name]).toMatch(/^https:/);
  });

  it("elects a leader more slowly than a slow disk writes, and faster than Patroni gives up", () => {
    const etcd = yamlOf("etcd.yaml") as Record<string, number>;
    const [, , retry] = timesOf(dcs);
    expect(etcd["election-timeout"]).toBeGreaterThanOrEqual(5 * (etcd["heartbeat-interval"] ?? 0));
    expect(etcd["election-timeout"]).toBeLessThan(1_000 * retry);
  });
});

describe("the configuration of HAProxy", () => {
  const haproxy = textOf("haproxy.cfg");
  const section = (start: string): string => {
    const [, text = ""] = haproxy.split(new RegExp(`^${start}$`, "m"));
    return text.split(/^\S/m)[0] ?? "";
  };

  it.each([
    ["listen primary", "OPTIONS /primary"],
    ["listen replica", "OPTIONS /replica"],
  ])("asks Patroni over TLS before it sends connections: %s", (name, check) => {
    const text = section(name);
    expect(text).toContain(`option httpchk ${check}`);
    expect(text).toMatch(/bind 127\.0\.0\.1:500[01]\n/);
    expect(text).toMatch(/ check-ssl verify required ca-file \S+ca\.pem /);
    expect(text).toContain("on-marked-down shutdown-sessions");
    expect(text.match(/^ {2}server /gm)).toHaveLength(3);
  });

  it("leaves a frozen primary before its lock can end, and waits for no dead PostgreSQL", () => {
    const [, check = 0] = /timeout check (\d+)s/.exec(haproxy) ?? [];
    const primary = section("listen primary");
    const [, inter = 0, fast = 0, fall = 0] =
      / inter (\d+)s fastinter (\d+)ms .* fall (\d+) /.exec(primary) ?? [];
    const [ttl, loop] = timesOf(dcs);
    const left = Number(inter) + Number(fall) * (Number(check) + Number(fast) / 1_000);
    expect(left).toBeGreaterThan(3);
    expect(left).toBeLessThanOrEqual(ttl - loop);
    expect(primary).toMatch(/^ {2}retries 0$/m);
  });

  it("asks both Veznes whether they can write", () => {
    expect(section("backend vezne")).toContain("uri /readyz");
    expect(section("backend vezne").match(/^ {2}server /gm)).toHaveLength(2);
    expect(section("frontend entrance")).toContain("path /metrics /healthz /readyz");
  });
});

describe("the configuration of pgBackRest", () => {
  it("encrypts backups, and demands a secret of its own", () => {
    expect(textOf("pgbackrest.conf")).toContain("repo1-cipher-type=aes-256-cbc");
    expect(textOf("pgbackrest.conf")).toContain("repo1-cipher-pass=REPLACE_BY_A_SECRET");
  });
});

describe("the page about high availability", () => {
  const page = readFileSync(join(ROOT, "docs/operations/high-availability.md"), "utf8");

  it("explains every file of the kit", () => {
    const names = readdirSync(KIT).map((name) => name.replace(/-(full|incr)\.timer$/, "-*.timer"));
    expect(names.filter((name) => !page.includes(name))).toEqual([]);
  });
});

describe("the programs that read the kit", () => {
  const folder = mkdtempSync(join(tmpdir(), "vezne-ha-kit-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const [haproxy, openssl, patroniProgram, analyze] = [
    programAt("haproxy") ?? "",
    programAt("openssl") ?? "",
    programAt("patroni") ?? "",
    programAt("systemd-analyze") ?? "",
  ] as const;

  /** A copy for one machine, with its files below a folder of this test. */
  function copyFor(name: string): string {
    const text = textOf(name)
      .replaceAll("MACHINE_NAME", "db1")
      .replaceAll("MACHINE_ADDRESS", "10.0.1.1")
      .replaceAll("/etc/vezne-ha", folder);
    const copy = join(folder, name);
    writeFileSync(copy, text);
    return copy;
  }

  it.runIf(haproxy !== "" && openssl !== "")("let HAProxy accept its configuration", async () => {
    mkdirSync(join(folder, "tls"), { recursive: true });
    const out = ["-keyout", join(folder, "tls/ca.key"), "-out", join(folder, "tls/ca.pem")];
    const subject = ["-subj", "/CN=vezne-ha", "-nodes", "-days", "1"];
    await run(openssl, ["req", "-x509", "-newkey", "rsa:2048", ...subject, ...out]);
    await run(haproxy, ["-c", "-f", copyFor("haproxy.cfg")]);
  });

  it.runIf(patroniProgram !== "")("let Patroni accept its configuration", async () => {
    const args = ["--validate-config", "--ignore-listen-port", copyFor("patroni.yaml")];
    const { stdout } = await run(patroniProgram, args).catch(
      (error: unknown) => error as { stdout: string },
    );
    const problems = stdout.split("\n").filter((line) => line !== "");
    // Patroni takes this value since 4.0, but the check of 4.1 does not know it.
    const unknown = "bootstrap.dcs.synchronous_mode quorum is not a boolean";
    expect(problems.filter((line) => line !== unknown)).toEqual([]);
  });

  it.runIf(analyze !== "")("let systemd accept the units", async () => {
    const units = readdirSync(KIT).filter((name) => /\.(service|timer)$/.test(name));
    const { stderr } = await run(analyze, [
      "verify",
      ...units.map((name) => join(KIT, name)),
    ]).catch((error: unknown) => error as { stderr: string });
    // The programs themselves are not installed where the test runs.
    const problems = stderr
      .split("\n")
      .filter((line) => line !== "" && !line.includes("not executable"));
    expect(problems).toEqual([]);
  });
});
