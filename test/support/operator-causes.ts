import type { ProblemCode } from "../../src/http/problem/problem-codes.ts";
import type { OperatorRight } from "../../src/domain/merchant/operator-right.ts";
import { sendWire, wireRequest } from "./example-world.ts";
import { makeOperatorKey, operatorClient } from "./operator.ts";
import { EXAMPLE_FEED, EXAMPLE_TERMINAL } from "./operator-examples.ts";
import type { Cause } from "./problem-cause.ts";

/** The call with an operator key that has other rights or networks. */
export function withOtherOperator(wish: {
  readonly rights?: readonly OperatorRight[];
  readonly networks?: readonly string[];
}): Cause {
  return async ({ world, operation }) => {
    const wire = wireRequest(await world.request(operation));
    const { text } = await makeOperatorKey(world.shop, wish);
    const headers = { authorization: `Bearer ${text}`, "x-forwarded-for": "203.0.113.9" };
    return sendWire(world.shop, { ...wire, headers: { ...wire.headers, ...headers } });
  };
}

const OTHER_TERMINAL = { ...EXAMPLE_TERMINAL.credentials, terminal_id: "30691299" };

/** The record that has the title already which a change asks for, by operation. */
const OTHERS: Readonly<Record<string, object>> = {
  changeConnection: { ...EXAMPLE_TERMINAL, title: "Other", credentials: OTHER_TERMINAL },
  changeAccountFeed: { ...EXAMPLE_FEED, title: "Other" },
};

/** A request that causes each problem that only the administration API has. */
export const OPERATOR_CAUSES: Readonly<Partial<Record<ProblemCode, Cause>>> = {
  resource_not_found: async ({ world, operation }) => {
    const wire = wireRequest(await world.request(operation));
    const path = wire.path
      .replace(/mer_\w+/, "mer_00000000")
      .replace(/protocols\/\w+$/, "protocols/x")
      .replace(/corrections\/\d+$/, "corrections/400000");
    return sendWire(world.shop, { ...wire, path });
  },
  already_exists: async ({ world, operation }) => {
    const request = await world.request(operation);
    const wire = wireRequest(request);
    const change = OTHERS[operation.id];
    if (change === undefined) {
      await sendWire(world.shop, wire);
      const body = JSON.parse(wire.body ?? "{}") as object;
      const others = operation.id === "addConnection" ? { credentials: OTHER_TERMINAL } : {};
      return sendWire(world.shop, { ...wire, body: JSON.stringify({ ...body, ...others }) });
    }
    const list = wire.path.replace(/^.*\/admin\/(.*)\/[^/]+$/, "$1");
    await operatorClient(world.shop.url, request.key)("POST", list, change);
    return sendWire(world.shop, { ...wire, body: JSON.stringify({ title: "Other" }) });
  },
  live_not_ready: async ({ world, operation }) => {
    const wire = wireRequest(await world.request(operation));
    return sendWire(world.shop, { ...wire, body: JSON.stringify({ live: true }) });
  },
  merchant_suspended: async ({ world, operation }) => {
    const { merchants } = world.shop.service.deps;
    const { merchantId } = world.shop.merchant.merchant;
    const wire = wireRequest(await world.request(operation));
    await merchants.changeSettings(merchantId, { suspendedSince: world.clock.now() });
    const answer = await sendWire(world.shop, wire);
    await merchants.changeSettings(merchantId, { suspendedSince: null });
    return answer;
  },
};
