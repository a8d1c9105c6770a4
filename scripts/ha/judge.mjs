/**
 * Compares three records of the same payments: the answers that customers got, the books of the
 * service (orders that were charged, with what is left after refunds), and the entries of the bank.
 */
export function judge({ book, books, entries }) {
  const ours = new Map(books.map(({ order, net }) => [order, net]));
  const bank = bankOrders(entries);
  const sessions = new Set(books.map(({ session }) => session));
  const acknowledged = book.acknowledged.map(({ order }) => order);
  const repeated = [...bank.values()].filter(({ times }) => times > 1);
  return {
    acknowledged: acknowledged.length,
    refunds: book.refunds.length,
    lost: [
      ...acknowledged.filter((order) => !ours.has(order)),
      ...lostRefunds(book, books).map((order) => `refund of ${order}`),
    ],
    unknownToBank: acknowledged.filter((order) => !bank.has(order)),
    chargedTwice: books.length - sessions.size + repeated.length,
    differences: differencesOf(ours, bank),
    sums: { books: sumOf(ours.values()), bank: sumOf([...bank.values()].map(({ net }) => net)) },
  };
}

/** The orders of which more was acknowledged as refunded than the books have. */
function lostRefunds({ refunds, amount }, books) {
  const left = new Map(books.map(({ order, net }) => [order, net]));
  return refunds
    .filter((refund) => (left.get(refund.order) ?? 0) > amount - refund.amount)
    .map(({ order }) => order);
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

function differencesOf(ours, bank) {
  const orders = new Set([...ours.keys(), ...bank.keys()]);
  return [...orders].flatMap((order) => {
    const [booked, charged] = [ours.get(order), bank.get(order)?.net];
    return booked === charged
      ? []
      : [`${order}: books ${booked ?? "none"}, bank ${charged ?? "none"}`];
  });
}

function sumOf(amounts) {
  return [...amounts].reduce((sum, amount) => sum + amount, 0);
}
