import { AGAINST_BARE, againstBare } from "../lib/against-bare.mjs";
import {
  CARD,
  createOrders,
  createSession,
  openSession,
  paidAnswer,
  pay,
  sessionBody,
  statusPath,
  warmUp,
} from "../lib/shop.mjs";
import { table } from "../lib/table.mjs";
import { inWorld } from "../lib/world.mjs";

const IN_FLIGHT = 64;
const STATELESS_IN_FLIGHT = 32;
const ORDERS = 500;

/** Compares session creation and the status query with bare handlers. */
export function run({ quick }) {
  return inWorld({ withBare: true }, async (world) => {
    await warmUp(world);
    const load = { inFlight: IN_FLIGHT, count: quick ? 1_500 : 8_000 };
    const orders = await createOrders(world, ORDERS);
    const orderAt = (index) => orders[index % orders.length];
    const { line, bareLine } = world;
    const rows = [
      await againstBare(world, {
        ...load,
        what: "session creation",
        send: () => createSession(world),
        sendBare: () => bareLine.post("/session", sessionBody(world)),
      }),
      await againstBare(world, {
        ...load,
        what: "payment status",
        send: (index) => line.get(statusPath(orderAt(index))),
        sendBare: (index) => {
          const { order, session } = orderAt(index);
          return bareLine.get(`/status/${order}?session_id=${session}`);
        },
      }),
    ];
    const stateless = await againstStateless(world, quick ? 1_000 : 5_000);
    return [
      "sessions: against a handler of the same framework with the same schema and one query",
      `(${IN_FLIGHT} in flight, in turns)`,
      "",
      ...table(AGAINST_BARE, rows),
      "",
      "a session and its payment: against handlers that check the same schemas and repeat answers",
      `from memory, without a bank (${STATELESS_IN_FLIGHT} in flight, in turns)`,
      "",
      ...table(AGAINST_BARE, [stateless]),
    ];
  });
}

/** Compares a session and its payment with two calls that keep nothing and ask no bank. */
async function againstStateless(world, count) {
  const { bareLine } = world;
  const session = await openSession(world);
  await bareLine.post("/stateless", { session, pay: await paidAnswer(world, session.session_id) });
  return againstBare(world, {
    what: "session + pay",
    inFlight: STATELESS_IN_FLIGHT,
    count,
    send: async () => pay(world, await createSession(world)),
    sendBare: async () => {
      const { session_id } = await bareLine.post("/stateless/session", sessionBody(world));
      return bareLine.post("/stateless/pay", { session_id, ...CARD });
    },
  });
}
