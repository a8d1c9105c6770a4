import { closedLoop } from "./load.mjs";

export const CARD = {
  payment_type: "creditcard",
  card_holder_name: "Bench",
  card_number: "5528790000000008",
  expire_month: "12",
  expire_year: "2030",
  cvc: "123",
};

export function sessionBody({ apiKey }) {
  return {
    merchant_api_key: apiKey,
    amount: 125_000,
    success_url: "https://shop.example/ok",
    fail_url: "https://shop.example/no",
  };
}

export async function createSession(world) {
  return (await openSession(world)).session_id;
}

/** The whole answer to a session's creation. */
export function openSession(world) {
  return world.line.post("/api/v1/checkout/session", sessionBody(world));
}

export async function createSessions(world, count) {
  const sessions = Array.from({ length: count }, () => "");
  await closedLoop({
    inFlight: 64,
    count,
    send: async (index) => void (sessions[index] = await createSession(world)),
  });
  return sessions;
}

export async function pay(world, session_id) {
  return (await paidAnswer(world, session_id)).order_id;
}

/** The whole answer to a payment that is completed. */
export async function paidAnswer(world, session_id) {
  const paid = await world.line.post("/api/v1/payment/pay", { session_id, ...CARD });
  if (paid.status !== "completed") throw new Error(`not paid: ${JSON.stringify(paid)}`);
  return paid;
}

/** Creates paid sessions; resolves to them and their orders. */
export async function createOrders(world, count) {
  const sessions = await createSessions(world, count);
  const orders = Array.from({ length: count }, () => "");
  await closedLoop({
    inFlight: 64,
    count,
    send: async (index) => void (orders[index] = await pay(world, sessions[index])),
  });
  return orders.map((order, index) => ({ order, session: sessions[index] }));
}

/** Begins payments by bank transfer; resolves to the accounts and codes to pay by. */
export async function createTransfers(world, count) {
  const sessions = await createSessions(world, count);
  const transfers = Array.from({ length: count }, () => undefined);
  const begin = async (index) => {
    const body = { session_id: sessions[index], payment_type: "wire_transfer" };
    const { bank_account } = await world.line.post("/api/v1/payment/pay", body);
    if (bank_account === undefined) throw new Error("a transfer has no account");
    transfers[index] = bank_account;
  };
  await closedLoop({ inFlight: 64, count, send: begin });
  return transfers;
}

export function statusPath({ order, session }) {
  return `/api/v1/payment/status/${order}?session_id=${session}`;
}

/** The headers of server-side calls. */
export function asMerchant({ apiKey }) {
  return { authorization: `Bearer ${apiKey}` };
}

/** Makes payments before a measurement, so that it excludes JIT compilation and cold caches. */
export async function warmUp(world, count = 1_000) {
  const sessions = await createSessions(world, count);
  await closedLoop({ inFlight: 32, count, send: (index) => pay(world, sessions[index]) });
}
