import type { AcquirerConnection } from "../../src/domain/connection/connection.ts";
import type { RoutingRule } from "../../src/domain/connection/rule.ts";
import { instant } from "../../src/kernel/clock.ts";
import { parseConnectionId, parseMerchantId, type ConnectionId } from "../../src/kernel/ids.ts";
import { assert } from "../../src/kernel/assert.ts";

/** The connection id of a number, which sorts like the number. */
export function connectionIdOf(number: number): ConnectionId {
  const id = parseConnectionId(`acq_00000000${String(number).padStart(19, "0")}`);
  assert(id !== undefined, "the id is well formed");
  return id;
}

/** A connection in service for all payments in lira, with changed values. */
export function connectionOf(
  number: number,
  changes: Partial<AcquirerConnection> = {},
): AcquirerConnection {
  const merchantId = parseMerchantId("mer_00000000");
  assert(merchantId !== undefined, "the id is well formed");
  return {
    merchantId,
    connectionId: connectionIdOf(number),
    mode: "live",
    protocol: "double",
    bank: "firstbank",
    bankCode: "0064",
    terminal: `7000${number}`,
    title: `Terminal ${number}`,
    shownCredentials: { client_id: `7000${number}` },
    hosts: "bank",
    model: "3d",
    acceptedMdStatus: ["1"],
    mailOrder: false,
    holdDays: undefined,
    installmentCounts: [],
    programs: [],
    currencies: ["TRY"],
    amountMin: undefined,
    amountMax: undefined,
    weight: 100,
    activeFrom: undefined,
    activeUntil: undefined,
    state: "active",
    version: 1,
    credentialsVersion: 1,
    lastCheck: undefined,
    keyNote: undefined,
    createdAt: instant(0),
    updatedAt: instant(0),
    ...changes,
  };
}

/** A rule that matches every payment, with changed values. */
export function ruleOf(changes: Partial<RoutingRule>): RoutingRule {
  return {
    name: "rule",
    action: "prefer",
    connections: [],
    terms: "any",
    programs: [],
    binPrefixes: [],
    brands: [],
    currencies: [],
    amountFrom: undefined,
    amountTo: undefined,
    hours: undefined,
    ...changes,
  };
}
