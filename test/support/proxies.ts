import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.ts";
import { programAt } from "./programs.ts";

const SAMPLES = join(import.meta.dirname, "../../deploy/proxy");
const STARTED_MS = 60_000;

/** A process of the service behind a proxy; all have the same ports at addresses of their own. */
export type Behind = {
  readonly hosts: readonly string[];
  readonly port: number;
  readonly adminPort: number;
};

export type RunningProxy = {
  readonly url: string;
  readonly plainUrl: string;
  stop(): Promise<void>;
};

/** A proxy of `deploy/proxy`, and how its sample becomes one that a test can run. */
export type ProxyKind = {
  readonly name: "nginx" | "haproxy" | "caddy";
  readonly program: string | undefined;
  start(behind: Behind): Promise<RunningProxy>;
};

type Place = Behind & { readonly folder: string; readonly plain: number; readonly tls: number };
type Run = { readonly args: readonly string[]; readonly env?: Readonly<Record<string, string>> };

/**
 * The samples as they are shipped, with other ports, addresses and places of files. TLS is left out
 * of the port that the test calls, because it is the way to the processes that is tried.
 */
const PREPARE: Readonly<Record<ProxyKind["name"], (place: Place) => Run>> = {
  nginx(place) {
    const { folder, plain, tls, hosts, port } = place;
    const servers = hosts.map((host) => `server ${host}:${port} max_fails=0;`).join("\n");
    const pem = certificate(folder);
    const own = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map((name) => `${name}_temp_path ${folder}/${name};`)
      .join("\n");
    const file = write(folder, "nginx.conf", {
      "server 127.0.0.1:3000 max_fails=0;": servers,
      "http {": `http {\n${own}`,
      "listen 443 ssl http2;": `listen 127.0.0.1:${tls};`,
      "listen 443 ssl http2 default_server;": `listen 127.0.0.1:${tls + 1} ssl;`,
      "listen 80;": `listen 127.0.0.1:${plain};`,
      "listen 80 default_server;": `listen 127.0.0.1:${plain} default_server;`,
      "/etc/nginx/tls/pay.example.com.crt": pem,
      "/etc/nginx/tls/pay.example.com.key": pem,
      "/var/log/nginx": folder,
      "pay.example.com": "pay.example.com 127.0.0.1",
    });
    const text = readFileSync(file, "utf8").replace(/^ *listen \[::\].*$/gm, "");
    writeFileSync(file, text);
    const globals = `daemon off; pid ${folder}/nginx.pid;`;
    return { args: ["-c", file, "-e", join(folder, "error.log"), "-g", globals] };
  },
  haproxy(place) {
    const { folder, plain, tls, hosts, port, adminPort } = place;
    const [one = "", two = ""] = hosts;
    const file = write(folder, "haproxy.cfg", {
      "bind :80": `bind 127.0.0.1:${plain}`,
      "bind :443 ssl crt /etc/haproxy/tls/pay.example.com.pem alpn h2,http/1.1": `bind 127.0.0.1:${tls} id 9`,
      "unless { ssl_fc }": "unless { so_id 9 }",
      "check port 9464": `check port ${adminPort}`,
      "10.0.0.1:3000": `${one}:${port}`,
      "10.0.0.2:3000": `${two}:${port}`,
    });
    return { args: ["-f", file] };
  },
  caddy(place) {
    const { folder, tls, hosts, port, adminPort } = place;
    const file = write(folder, "Caddyfile", { "{\n\t# A line": "{\n\tadmin off\n\t# A line" });
    return {
      args: ["run", "--config", file, "--adapter", "caddyfile"],
      env: {
        HOME: folder,
        XDG_DATA_HOME: folder,
        VEZNE_HOST: `http://127.0.0.1:${tls}`,
        VEZNE_UPSTREAM: hosts.map((host) => `${host}:${port}`).join(" "),
        VEZNE_ADMIN_PORT: String(adminPort),
      },
    };
  },
};

export const PROXIES: readonly ProxyKind[] = (["nginx", "haproxy", "caddy"] as const).map(
  (name) => {
    const program = programAt(name);
    return { name, program, start: (behind) => start({ name, program: program ?? name }, behind) };
  },
);

async function start(
  { name, program }: { readonly name: ProxyKind["name"]; readonly program: string },
  behind: Behind,
): Promise<RunningProxy> {
  const folder = mkdtempSync(join(tmpdir(), `vezne-${name}-`));
  const place = { ...behind, folder, plain: await freePort(), tls: await freePort() };
  const { args, env = {} } = PREPARE[name](place);
  const child = spawn(program, args, {
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => void (output = (output + chunk.toString()).slice(-2_000)));
  }
  const url = `http://127.0.0.1:${place.tls}`;
  await untilServed(url, child).catch((error: unknown) => {
    throw new Error(`${name} does not serve: ${String(error)}\n${output}`, { cause: error });
  });
  return {
    url,
    plainUrl: `http://127.0.0.1:${place.plain}`,
    async stop() {
      const gone = once(child, "exit");
      child.kill(name === "caddy" ? "SIGINT" : "SIGTERM");
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilServed(url: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + STARTED_MS;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`);
    const status = await fetch(`${url}/docs`).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("not in time");
}

function write(folder: string, name: string, changes: Readonly<Record<string, string>>): string {
  let text = readFileSync(join(SAMPLES, name), "utf8");
  for (const [from, to] of Object.entries(changes)) {
    if (!text.includes(from)) throw new Error(`${name} has no "${from}" any more`);
    text = text.replaceAll(from, to);
  }
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

function certificate(folder: string): string {
  const pem = join(folder, "both.pem");
  const key = join(folder, "key.pem");
  const made = [
    "-subj",
    "/CN=pay.example.com",
    "-nodes",
    "-days",
    "1",
    "-keyout",
    key,
    "-out",
    pem,
  ];
  execFileSync(
    programAt("openssl") ?? "openssl",
    ["req", "-x509", "-newkey", "rsa:2048", ...made],
    {
      stdio: "ignore",
    },
  );
  writeFileSync(pem, readFileSync(key), { flag: "a" });
  return pem;
}
