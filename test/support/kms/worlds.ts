import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SELF_SIGNED } from "../certificates.ts";
import { AWS, startAws } from "./aws-double.ts";
import { startGoogle } from "./google-double.ts";
import type { KeyRing } from "./key-ring.ts";
import { reply, type DoubleServer, type Reply } from "./tls-server.ts";
import { startTransit, TRANSIT } from "./transit-double.ts";

/** A double of one kind of KMS, with the settings by which the service uses it. */
export type KmsWorld = {
  readonly environment: Readonly<Record<string, string>>;
  readonly ring: KeyRing;
  /** The server with the key. */
  readonly server: DoubleServer;
  /** Takes the right to use the key from the service's credentials. */
  deny(): void;
  /** Makes the credentials of later logins end after so many seconds. */
  shorten(seconds: number): void;
  /** The number of logins so far. */
  logins(): number;
  /** Replies of a service that asks to come back later. */
  readonly busy: readonly Reply[];
  close(): Promise<void>;
};

export const KINDS = ["HashiCorp Vault and OpenBao", "AWS KMS", "Google Cloud KMS"] as const;
export type Kind = (typeof KINDS)[number];

export async function startKms(kind: Kind, now: () => number = Date.now): Promise<KmsWorld> {
  const folder = mkdtempSync(join(tmpdir(), "vezne-kms-"));
  const file = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text, { mode: 0o600 });
    return path;
  };
  const ca = { VEZNE_KMS_CA_FILE: file("ca.pem", SELF_SIGNED.cert) };
  const world = await STARTS[kind](now, file);
  return {
    ...world,
    environment: { ...ca, ...world.environment },
    async close() {
      await world.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type WriteFile = (name: string, text: string) => string;
type Start = (now: () => number, file: WriteFile) => Promise<KmsWorld>;

type Double = Pick<KmsWorld, "ring" | "close"> & { readonly state: { mayUse: boolean } };

function common({ ring, state, close }: Double): Pick<KmsWorld, "ring" | "deny" | "close"> {
  return { ring, deny: () => void (state.mayUse = false), close };
}

const STARTS: Readonly<Record<Kind, Start>> = {
  async "HashiCorp Vault and OpenBao"(now, file) {
    const double = await startTransit(now);
    return {
      ...common(double),
      environment: {
        VEZNE_KMS_KEY: double.address(`&auth=approle&role=${TRANSIT.role}`),
        VEZNE_KMS_SECRET_FILE: file("secret-id", `${TRANSIT.secretId}\n`),
      },
      server: double,
      shorten: (seconds) => void (double.state.leaseSeconds = seconds),
      logins: () => double.state.logins,
      busy: [reply(429, { errors: ["rate limit quota exceeded"] }), reply(503, { errors: [] })],
    };
  },

  async "AWS KMS"(now, file) {
    const double = await startAws(now);
    return {
      ...common(double),
      environment: {
        VEZNE_KMS_KEY: double.address,
        AWS_ROLE_ARN: AWS.roleArn,
        AWS_WEB_IDENTITY_TOKEN_FILE: file("web-identity", AWS.webToken),
        AWS_ENDPOINT_URL_STS: `https://${double.sts.host}`,
      },
      server: double.kms,
      shorten: (seconds) => void (double.state.lifeSeconds = seconds),
      logins: () => double.issued.length,
      busy: [
        reply(400, { __type: "ThrottlingException", message: "Rate exceeded" }),
        reply(500, { __type: "KMSInternalException" }),
      ],
    };
  },

  async "Google Cloud KMS"(now, file) {
    const double = await startGoogle(now);
    return {
      ...common(double),
      environment: {
        VEZNE_KMS_KEY: double.address,
        GOOGLE_APPLICATION_CREDENTIALS: file("account.json", double.account),
      },
      server: double.kms,
      shorten: (seconds) => void (double.state.lifeSeconds = seconds),
      logins: () => double.tokens.size,
      busy: [
        reply(429, { error: { code: 429, status: "RESOURCE_EXHAUSTED", message: "Quota" } }),
        reply(503, { error: { code: 503, status: "UNAVAILABLE", message: "Try again" } }),
      ],
    };
  },
};
