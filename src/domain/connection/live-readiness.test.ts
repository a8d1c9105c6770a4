import { describe, expect, it } from "vitest";
import { connectionOf } from "../../../test/support/connections.ts";
import { instant } from "../../kernel/clock.ts";
import { LIVE_POINTS, liveReadiness, mayGoLive, type LiveFacts } from "./live-readiness.ts";

const NOW = instant(1_000);
const READY = { at: instant(0), kind: "ready", code: undefined, message: undefined } as const;

const ALL_DONE: LiveFacts = {
  connections: [connectionOf(1, { lastCheck: READY })],
  keyStateOf: () => "proved",
  now: NOW,
  isRehearsal: false,
  publicUrl: "https://pay.example",
  isProduction: true,
  isVaultKeyApart: true,
  hasLiveKey: true,
  hasSecuredOwner: true,
  hasDemoShop: false,
  webhookUrls: ["https://shop.example/hooks"],
  hasTerms: true,
  hasCommissions: true,
  knowsBank: () => true,
  hasSettlementTerms: true,
};

const TAKES_INSTALLMENTS = {
  connections: [connectionOf(1, { lastCheck: READY, installmentCounts: [3] })],
};

function statesOf(changes: Partial<LiveFacts>): Readonly<Record<string, string>> {
  const points = liveReadiness({ ...ALL_DONE, ...changes });
  return Object.fromEntries(points.map(({ name, state }) => [name, state]));
}

describe("the conditions of live payments", () => {
  it("are listed in their order, each once", () => {
    expect(liveReadiness(ALL_DONE).map(({ name }) => name)).toEqual(LIVE_POINTS);
  });

  it("about the service are advice in a rehearsal, whose connections lead to the test bank", () => {
    const connections = [connectionOf(1, { lastCheck: READY, hosts: "simulated_bank" })];
    const local = { publicUrl: "http://127.0.0.1:3000", isProduction: false };
    const states = statesOf({ ...local, connections, isRehearsal: true });
    expect(states).toMatchObject({ simulated_bank: "advice", public_https: "advice" });
    expect(states).toMatchObject({ production: "advice", second_factor: "done" });
  });

  it("are all done but the backup, which the service can't see", () => {
    const open = Object.entries(statesOf({})).filter(([, state]) => state !== "done");
    expect(open).toEqual([["backup", "advice"]]);
    expect(mayGoLive(liveReadiness(ALL_DONE))).toBe(true);
  });

  it.each<[string, Partial<LiveFacts>]>([
    ["connection", { connections: [] }],
    ["connection", { connections: [connectionOf(1)] }],
    ["connection", { connections: [connectionOf(1, { lastCheck: READY, state: "disabled" })] }],
    ["connection", { connections: [connectionOf(1, { lastCheck: READY, activeUntil: NOW })] }],
    ["connection", { connections: [connectionOf(1, { lastCheck: READY, updatedAt: NOW })] }],
    [
      "connection",
      { connections: [connectionOf(1, { lastCheck: { ...READY, kind: "refused" } })] },
    ],
    ["three_d_secure", { connections: [connectionOf(1, { lastCheck: READY, model: undefined })] }],
    [
      "simulated_bank",
      { connections: [connectionOf(1, { lastCheck: READY, hosts: "simulated_bank" })] },
    ],
    ["public_https", { publicUrl: "http://127.0.0.1:3000" }],
    ["production", { isProduction: false }],
    ["vault_key", { isVaultKeyApart: false }],
    ["live_key", { hasLiveKey: false }],
    ["second_factor", { hasSecuredOwner: false }],
  ])("require %s", (name, changes) => {
    expect(statesOf(changes)[name]).toBe("missing");
    expect(mayGoLive(liveReadiness({ ...ALL_DONE, ...changes }))).toBe(false);
  });

  it.each<[string, Partial<LiveFacts>]>([
    ["store_key", { keyStateOf: () => "unproved" }],
    ["store_key", { keyStateOf: () => "doubted" }],
    ["store_key", { keyStateOf: () => "refused" }],
    ["webhook", { webhookUrls: [] }],
    ["webhook", { webhookUrls: ["http://shop.example/hooks"] }],
    ["brand", { hasTerms: false }],
    ["commissions", { hasCommissions: false }],
    ["bins", { ...TAKES_INSTALLMENTS, knowsBank: () => false }],
    ["settlement", { hasSettlementTerms: false }],
    ["demo_shop", { hasDemoShop: true }],
  ])("advise %s", (name, changes) => {
    expect(statesOf(changes)[name]).toBe("advice");
    expect(mayGoLive(liveReadiness({ ...ALL_DONE, ...changes }))).toBe(true);
  });
});
