import type { HostedBook } from "./book.ts";
import type { HostedPayment } from "./hosted-payment.ts";

/** Payments at the bank's pages, in memory. */
export function memoryHosted(): HostedBook {
  const payments = new Map<string, HostedPayment>();
  const idOf = new Map<string, string>();
  return {
    open(payment) {
      const key = `${payment.terminal} ${payment.requestId}`;
      const recorded = payments.get(idOf.get(key) ?? "");
      if (recorded !== undefined) return Promise.resolve({ fresh: false, row: recorded });
      idOf.set(key, payment.id);
      payments.set(payment.id, payment);
      return Promise.resolve({ fresh: true, row: payment });
    },
    find: (id) => Promise.resolve(payments.get(id)),
    findOf: ({ terminal, requestId }) =>
      Promise.resolve(payments.get(idOf.get(`${terminal} ${requestId}`) ?? "")),
    amend(changed) {
      if (payments.get(changed.id)?.version !== changed.version) return Promise.resolve(false);
      payments.set(changed.id, { ...changed, version: changed.version + 1 });
      return Promise.resolve(true);
    },
  };
}
