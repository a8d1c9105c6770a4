import { sql } from "./cluster.mjs";
import { judge } from "./judge.mjs";
import { until } from "./machine.mjs";

const SETTLED_S = 300;
const OPEN = `select (select count(*) from payment
    where state in ('calling', 'authorizing', 'unknown'))
  + (select count(*) from refund where state in ('calling', 'unknown'))`;
const PAID = `select order_id, session_id, captured_amount - refunded_amount from payment
  where state in ('completed', 'refunded')`;

export function untilSettled(cluster) {
  return until("no payment or refund is open", SETTLED_S, async () => {
    return (await sql(cluster, OPEN, "vezne")) === "0";
  });
}

/** Compares the answers of customers, the books and the bank, once everything open is decided. */
export async function compare({ cluster, services, book }) {
  await untilSettled(cluster);
  const rows = await sql(cluster, PAID, "vezne");
  const paid = rows.split("\n").filter(Boolean);
  const books = paid.map((row) => {
    const [order, session, net] = row.split("|");
    return { order, session, net: Number(net) };
  });
  const entries = await (await fetch(`${services.bankUrl}/book`)).json();
  return { ...judge({ book, books, entries }), verify: verified(services) };
}

function verified({ command }) {
  try {
    return JSON.parse(command(["verify", "--json"]));
  } catch (error) {
    return JSON.parse(error.stdout);
  }
}
