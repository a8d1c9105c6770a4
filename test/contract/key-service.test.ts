import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "../../src/config/config.ts";
import { openKeyServices } from "../../src/outbound/kms/open-key-services.ts";
import { HOUR, MINUTE, SECOND } from "../../src/kernel/clock.ts";
import { KeyServiceError, type KeyService } from "../../src/kernel/key-service.ts";
import { KINDS, startKms, type KmsWorld } from "../support/kms/worlds.ts";
import { reply, type Received } from "../support/kms/tls-server.ts";
import { movableClock } from "../support/sandbox-bank.ts";

type Environment = Readonly<Record<string, string>>;

const KEY_ID = "vk_0123456789abcdef";

describe.each(KINDS)("a key of %s", (kind) => {
  const clock = movableClock();
  let world: KmsWorld;
  let service: KeyService;
  let secret: Buffer;
  beforeEach(async () => {
    world = await startKms(kind, () => clock.now());
    service = open();
    secret = randomBytes(32);
  });
  afterEach(() => world.close());

  const open = (environment: Environment = {}, timeoutMs?: number): KeyService => {
    const { kms } = readConfig({ ...world.environment, ...environment }).vault;
    const [first] = openKeyServices(kms, { clock, timeoutMs });
    if (first === undefined) throw new Error("the address names no key");
    return first;
  };
  const faultOf = async (call: Promise<unknown>): Promise<unknown> => {
    const error: unknown = await call.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (!(error instanceof KeyServiceError)) return error;
    expect(error.message.length).toBeLessThan(500);
    return error.fault;
  };

  it("decrypts what it has encrypted, with one login", async () => {
    const wrapped = await service.wrap(secret, KEY_ID);
    expect(Buffer.from(wrapped, "base64").includes(secret)).toBe(false);
    expect(Buffer.from(await service.unwrap(wrapped, KEY_ID))).toEqual(secret);
    expect(world.logins()).toBe(1);
    expect(service.name).not.toContain("secret");
  });

  it("decrypts an older version after its rotation", async () => {
    const wrapped = await service.wrap(secret, KEY_ID);
    world.ring.rotate();
    const again = await service.wrap(secret, KEY_ID);
    for (const one of [wrapped, again]) {
      expect(Buffer.from(await service.unwrap(one, KEY_ID))).toEqual(secret);
    }
  });

  it("decrypts nothing that was changed, belongs to another id or to another key", async () => {
    const wrapped = await service.wrap(secret, KEY_ID);
    const changedCharacter = wrapped.at(-6) === "A" ? "B" : "A";
    const changed = `${wrapped.slice(0, -6)}${changedCharacter}${wrapped.slice(-5)}`;
    expect(await faultOf(service.unwrap(changed, KEY_ID))).toBe("mismatch");
    expect(await faultOf(service.unwrap(wrapped, "vk_ffffffffffffffff"))).toBe("mismatch");
    const other = await startKms(kind, () => clock.now());
    const [elsewhere] = openKeyServices(readConfig(other.environment).vault.kms, { clock });
    expect(await faultOf(elsewhere?.unwrap(wrapped, KEY_ID) ?? Promise.resolve())).toBe("mismatch");
    await other.close();
  });

  it("is reached with new credentials once the old ones have ended or are refused", async () => {
    world.shorten(600);
    const wrapped = await service.wrap(secret, KEY_ID);
    clock.move(8 * MINUTE);
    await service.unwrap(wrapped, KEY_ID);
    expect(world.logins()).toBe(1);
    clock.move(3 * MINUTE);
    await service.unwrap(wrapped, KEY_ID);
    expect(world.logins()).toBe(2);
    // The service has not noticed that these credentials ended early.
    world.shorten(HOUR / SECOND);
    clock.move(20 * MINUTE);
    await service.unwrap(wrapped, KEY_ID);
    world.server.disturb(REFUSED[kind]);
    await service.unwrap(wrapped, KEY_ID);
    expect(world.logins()).toBe(4);
  });

  it("is denied to credentials without the right to it, after one new login", async () => {
    world.deny();
    expect(await faultOf(service.wrap(secret, KEY_ID))).toBe("denied");
    expect(await faultOf(service.wrap(secret, KEY_ID))).toBe("denied");
    const uses = world.server.calls.filter(({ path }) => !path.endsWith("/login"));
    expect(uses).toHaveLength(3);
  });

  it("is unusable while it is disabled or deleted", async () => {
    const wrapped = await service.wrap(secret, KEY_ID);
    world.ring.isEnabled = false;
    expect(await faultOf(service.unwrap(wrapped, KEY_ID))).toBe("unusable");
  });

  it("is away while its service is busy, down, or answers nonsense", async () => {
    const wrapped = await service.wrap(secret, KEY_ID);
    const nonsense = [
      { status: 200, body: "<html>" },
      { status: 200, body: "{}" },
      { status: 200, body: "[]" },
      { status: 200, body: "x".repeat(100_000) },
      { status: 502, body: "Bad gateway" },
      "reset",
    ] as const;
    const faults = [...world.busy, ...nonsense];
    world.server.disturb(...faults);
    for (const fault of faults) {
      const name = typeof fault === "string" ? fault : fault.body.slice(0, 40);
      expect([name, await faultOf(service.unwrap(wrapped, KEY_ID))]).toEqual([name, "away"]);
    }
    await world.server.stop();
    expect(await faultOf(service.unwrap(wrapped, KEY_ID))).toBe("away");
    await world.server.start();
    expect(Buffer.from(await service.unwrap(wrapped, KEY_ID))).toEqual(secret);
  });

  it("is away while its service is silent", async () => {
    const impatient = open({}, 200);
    world.server.disturb("silence");
    expect(await faultOf(impatient.wrap(secret, KEY_ID))).toBe("away");
  });

  it("is not asked at a server whose certificate is not trusted", async () => {
    const unknown = open({ VEZNE_KMS_CA_FILE: "" });
    expect(await faultOf(unknown.wrap(secret, KEY_ID))).toBe("untrusted");
    process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
    try {
      expect(await faultOf(unknown.wrap(secret, KEY_ID))).toBe("untrusted");
    } finally {
      delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
    }
    expect(world.server.calls).toEqual([]);
  });

  it("follows no redirect to another server, which would get the credentials", async () => {
    const other = await startKms(kind, () => clock.now());
    world.server.disturb({ status: 307, body: "" });
    const fault = await faultOf(service.wrap(secret, KEY_ID));
    expect(["away", "unusable"]).toContain(fault);
    expect(other.server.calls).toEqual([]);
    await other.close();
  });

  it("is named without keys and tokens in an error, whatever the server repeats", async () => {
    const secrets = [secret.toString("base64")];
    const echo = (status: number) => (request: Received) => {
      const {
        "x-vault-token": token,
        authorization,
        "x-amz-security-token": session,
      } = request.headers;
      secrets.push(...[token, authorization?.replace(/^.* /, ""), session].flatMap(listOf));
      return {
        status,
        body: errorWith(`${Object.values(request.headers).join()} ${request.body}`),
      };
    };
    for (const status of [400, 403, 404, 500]) {
      const fresh = open();
      await fresh.wrap(secret, KEY_ID);
      world.server.disturb(echo(status));
      const error: unknown = await fresh.wrap(secret, KEY_ID).catch((reason: unknown) => reason);
      // A refusal of the token is followed by a new login.
      if (!(error instanceof KeyServiceError)) continue;
      for (const one of secrets) expect(error.message).not.toContain(one);
    }
    expect(secrets.length).toBeGreaterThan(4);
  });
});

function listOf(text: string | undefined): readonly string[] {
  return text === undefined ? [] : [text];
}

/** An error in the forms of all three services, so that each finds its own words. */
function errorWith(words: string): string {
  return JSON.stringify({
    errors: [words],
    __type: "ValidationException",
    message: words,
    error: { code: 400, status: "INVALID_ARGUMENT", message: words },
  });
}

/** Each service's reply to a token that it has revoked. */
const REFUSED = {
  "HashiCorp Vault and OpenBao": reply(403, { errors: ["permission denied"] }),
  "AWS KMS": reply(400, { __type: "ExpiredTokenException", message: "The token has expired" }),
  "Google Cloud KMS": reply(401, { error: { code: 401, status: "UNAUTHENTICATED" } }),
};
