// tier: core
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PROTOCOLS } from "../../src/acquirer/connection/protocols.ts";
import { doorUrl } from "../../src/acquirer/connection/door-paths.ts";
import { watchedAcquirer, type BankCall } from "../../src/acquirer/connection/watched-acquirer.ts";
import type { SignatureWord } from "../../src/acquirer/kit/signature-word.ts";
import { conditionState } from "../../src/domain/connection/checklist.ts";
import type { KeyNote } from "../../src/domain/connection/connection.ts";
import { keyState } from "../../src/domain/connection/store-key.ts";
import type { ReturnFields } from "../../src/domain/payment/acquirer.ts";
import { Secret } from "../../src/kernel/secret.ts";
import { connectionIdOf, connectionOf } from "../support/connections.ts";
import { DOOR_TERMINALS } from "../support/door-terminals.ts";
import {
  order,
  type ProtocolWorld,
  returnOf,
  startProtocolWorld,
} from "../support/protocol-world.ts";
import { challenged } from "./protocol-challenges.ts";

/**
 * The credential that signs returns, by protocol, and the bank's code for a wrong signature of ours
 * at the start of 3-D Secure; without one, the bank's answer differs or the start is not signed.
 */
const SIGNERS: readonly {
  readonly name: string;
  readonly credential: string;
  readonly bank?: string;
  readonly refusedAs?: string;
}[] = [
  { name: "nestpay", credential: "store_key", refusedAs: "3D-1004" },
  { name: "garanti", credential: "store_key" },
  { name: "posnet", credential: "key" },
  { name: "akbank", credential: "secret_key", refusedAs: "http_401" },
  { name: "payfor", credential: "store_key", refusedAs: "M030" },
  { name: "intervpos", credential: "merchant_key" },
  { name: "iyzico", credential: "secret_key", refusedAs: "1000" },
  { name: "boa", credential: "password", bank: "vakifkatilim", refusedAs: "HashDataError" },
];

const CARD = "5528790000000008";
const WRONG = "Wrong12345";

describe.each(SIGNERS)("the store key of $name", ({ name, credential, refusedAs, ...at }) => {
  const terminal = DOOR_TERMINALS.find(({ protocol }) => protocol.name === name);
  if (terminal === undefined) throw new Error(`no terminal of ${name}`);
  const { protocol, credentials } = terminal;
  const { bank = terminal.bank } = at;
  const [model = ""] = protocol.models;
  const purposes = Object.keys(protocol.banks.find((one) => one.name === bank)?.live ?? {});
  const right = credentials[credential] ?? "";
  let world: ProtocolWorld;
  beforeAll(async () => {
    const features = { withoutChallenge: true, preauth: true };
    const paths = Object.fromEntries(
      purposes.map((purpose) => [purpose, doorUrl("", { protocol: name, purpose })]),
    );
    const under = { protocol, bank, credentials, secret: credential, model, features, paths };
    world = await startProtocolWorld(under);
  });
  afterAll(() => world.close());

  const listening = (key: string) => {
    const words: SignatureWord[] = [];
    const values = Object.entries({ ...credentials, [credential]: key });
    const acquirer = world.connect({
      credentials: Object.fromEntries(values.map(([field, value]) => [field, new Secret(value)])),
      onSignature: (word) => words.push(word),
    });
    return { words, acquirer };
  };
  const returned = async (
    key: string,
    change: (fields: ReturnFields) => ReturnFields = (fields) => fields,
  ) => {
    const { request, challenge, returns } = await challenged(world, "approve");
    const { words, acquirer } = listening(key);
    const fields = change(returns[0] ?? {});
    const outcome = await acquirer.readReturn(returnOf(request, challenge, fields));
    return { outcome, words, request };
  };
  const lineWith = (keyNote: KeyNote | undefined) => {
    const connection = connectionOf(1, { protocol: name, bank, model, keyNote });
    const condition = protocol.checklist.find(({ isStoreKey }) => isStoreKey === true);
    if (condition === undefined) throw new Error("the checklist has no line of the store key");
    const accepted = {
      at: world.clock.now(),
      kind: "ready",
      code: undefined,
      message: undefined,
    } as const;
    return conditionState(condition, accepted, keyState(connection, protocol));
  };

  it("is proved by a return that the bank signed with it, and by nothing before", async () => {
    const { outcome, words } = await returned(right);
    expect(outcome.kind).toBe("authenticated");
    expect(words).toEqual([{ kind: "verified" }]);
    expect(lineWith(undefined)).toBe("unproved");
    expect(lineWith({ kind: "proved", at: world.clock.now() })).toBe("proved");
  });

  it("leaves a record of a return under another key, without card, key and whole signature", async () => {
    const { outcome, words, request } = await returned(WRONG);
    expect(["forged", "unknown"]).toContain(outcome.kind);
    const [word] = words;
    if (word?.kind !== "differs") throw new Error(`no difference: ${JSON.stringify(words)}`);
    const { attemptId } = word;
    const signed = word.describe();
    expect(attemptId).toBe(request.attemptId);
    expect(signed.causes).toEqual([name === "posnet" ? "bank_says_so" : "unexplained"]);
    expect(signed.fields.length).toBeGreaterThan(2);
    expect(signed.own).toMatch(/^[0-9A-Za-z+/=]{8}… \(\d+\)$/);
    for (const secret of [CARD, WRONG, right]) {
      expect(JSON.stringify(signed)).not.toContain(secret);
    }
    expect(lineWith({ kind: "doubted", at: world.clock.now() })).toBe("doubted");
  });

  it("shows nothing of a stranger's return but its printable shape", async () => {
    const bad = `<script>${CARD}\u0000\u001b[2J\u202e${"9".repeat(4_000)}`;
    const { words } = await returned(right, (fields) =>
      Object.fromEntries<string>([
        ...Object.entries(fields).map(([field, value]): readonly [string, string] => [
          field,
          /param|packet|sign$|orderid|oid/i.test(field) ? value : bad,
        ]),
        ["cv2", "000"],
      ]),
    );
    const told = JSON.stringify(
      words.map((word) => (word.kind === "differs" ? word.describe() : word)),
    );
    expect(told.length).toBeLessThan(8_000);
    expect(told).not.toContain(CARD);
    expect(told).not.toMatch(/[\p{Cc}\u202e]|\\u00/u);
    expect(told).not.toContain('"000"');
  });

  it("is refused where the bank's own code says so, or its first answer differs", async () => {
    const { words, acquirer } = listening(WRONG);
    const calls: BankCall[] = [];
    const watched = watchedAcquirer(acquirer, {
      name: { connectionId: connectionIdOf(1), protocol: name, bank },
      accountCodes: protocol.accountCodes,
      keyCodes: protocol.keyCodes,
      isLive: false,
      holdDays: undefined,
      clock: world.clock,
      onCall: (call) => calls.push(call),
    });
    const outcome = await watched.authorize(order(world, { isChallenged: true }));
    expect(calls[0]?.keyRefusal?.code).toBe(refusedAs);
    // Posnet's first message is not signed: its return is the first that shows a wrong key.
    if (refusedAs === undefined && name !== "posnet") {
      expect(outcome.kind).toBe("declined");
      expect(words).toMatchObject([{ kind: "differs" }]);
    }
    expect(lineWith({ kind: "refused", at: world.clock.now() })).toBe("missing");
  });
});

it("of every other protocol needs no proof, because the bank signs no return", () => {
  const named = (isSigned: boolean) =>
    PROTOCOLS.filter(({ signedReturns }) => (signedReturns !== undefined) === isSigned)
      .map(({ name }) => name)
      .toSorted();
  expect(named(false)).toEqual(["albaraka", "payflex"]);
  expect(SIGNERS.map(({ name }) => name).toSorted()).toEqual(named(true));
  const [albaraka] = PROTOCOLS.filter(({ name }) => name === "albaraka");
  expect(keyState(connectionOf(1), albaraka)).toBe("not_signed");
});
