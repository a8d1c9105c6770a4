import { until } from "./machine.mjs";
import { sql } from "./cluster.mjs";

const SETTLED_S = 300;
const OPEN = `select (select count(*) from payment
    where state in ('calling', 'authorizing', 'unknown'))
  + (select count(*) from refund where state in ('calling', 'unknown'))`;

export function untilSettled(cluster) {
  return until("no payment or refund is open", SETTLED_S, async () => {
    return (await sql(cluster, OPEN, "vezne")) === "0";
  });
}

/**
 * Compares what customers were told, the books and the bank, after everything open is decided.
 * Returns sentences about differences.
 */
export async function compare({ cluster, services, book }) {
  await untilSettled(cluster);
  const rows = await sql(
    cluster,
    `select order_id, session_id, captured_amount, refunded_amount from payment
     where state in ('completed', 'refunded')`,
    "vezne",
  );
  const paid = rows
    .split("\n")
    .filter(Boolean)
    .map((row) => row.split("|"));
  const books = new Map(
    paid.map(([order, session, captured, refunded]) => {
      return [order, { session, net: Number(captured) - Number(refunded) }];
    }),
  );
  const entries = await (await fetch(`${services.bankUrl}/book`)).json();
  const bank = bankOrders(entries);
  const lost = book.acknowledged.filter(({ order }) => !books.has(order));
  const unknownToBank = book.acknowledged.filter(({ order }) => !bank.has(order));
  const sessions = paid.map(([, session]) => session);
  const twice = sessions.length - new Set(sessions).size;
  return {
    acknowledged: book.acknowledged.length,
    refunds: book.refunds.length,
    lost: lost.map(({ order }) => order),
    unknownToBank: unknownToBank.map(({ order }) => order),
    chargedTwice: twice + [...bank.values()].filter(({ times }) => times > 1).length,
    differences: differencesOf(books, bank),
    sums: { books: sumOf(books), bank: sumOf(bank) },
    verify: verified(services),
  };
}

/** The orders for which the bank has an authorization in force. */
function bankOrders(entries) {
  const orders = new Map();
  for (const { type, state, order, voided, captured, refunded } of entries) {
    if (!["sale", "preauth"].includes(type) || state !== "approved" || voided) continue;
    const { net, times } = orders.get(order) ?? { net: 0, times: 0 };
    orders.set(order, { net: net + captured - refunded, times: times + 1 });
  }
  return orders;
}

function differencesOf(books, bank) {
  const all = new Set([...books.keys(), ...bank.keys()]);
  return [...all].flatMap((order) => {
    const [ours, theirs] = [books.get(order)?.net, bank.get(order)?.net];
    return ours === theirs ? [] : [`${order}: books ${ours ?? "none"}, bank ${theirs ?? "none"}`];
  });
}

function sumOf(orders) {
  return [...orders.values()].reduce((sum, { net }) => sum + net, 0);
}

function verified({ command }) {
  try {
    return JSON.parse(command(["verify", "--json"]));
  } catch (error) {
    return JSON.parse(error.stdout);
  }
}
