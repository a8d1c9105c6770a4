import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];

function openssl(args, folder) {
  execFileSync("openssl", args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
}

/** Makes the cluster's own authority in `folder`. */
export function createAuthority(folder) {
  mkdirSync(folder, { recursive: true });
  const files = ["-keyout", "ca.key", "-out", "ca.pem"];
  openssl(["req", "-x509", ...KEY, "-subj", "/CN=vezne-ha", "-days", "30", ...files], folder);
}

/**
 * Gives a machine its certificate, for its address and for 127.0.0.1, at which the HAProxy beside
 * each Vezne passes connections on.
 */
export function certify(folder, { name, address, target, owner }) {
  const files = ["-keyout", `${name}.key`, "-out", `${name}.csr`];
  openssl(["req", "-new", ...KEY, "-subj", `/CN=${name}`, ...files], folder);
  const names = join(folder, `${name}.ext`);
  writeFileSync(names, `subjectAltName=DNS:${name},IP:${address},IP:127.0.0.1\n`);
  const by = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-extfile", names];
  const out = ["-days", "30", "-out", `${name}.pem`];
  openssl(["x509", "-req", "-in", `${name}.csr`, ...by, ...out], folder);
  mkdirSync(target, { recursive: true });
  copyFileSync(join(folder, "ca.pem"), join(target, "ca.pem"));
  copyFileSync(join(folder, `${name}.pem`), join(target, "machine.pem"));
  copyFileSync(join(folder, `${name}.key`), join(target, "machine.key"));
  chmodSync(join(target, "machine.key"), 0o600);
  if (owner !== undefined) execFileSync("chown", ["-R", `${owner}:${owner}`, target]);
}
