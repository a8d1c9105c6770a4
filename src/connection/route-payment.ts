import { dayInTurkey } from "../kernel/calendar-day.ts";
import type { ConnectionId } from "../kernel/ids.ts";
import { commissionAt } from "../installment/cost.ts";
import type { InstallmentTermsBook } from "../installment/ports.ts";
import type { ConnectionOwner } from "./connection.ts";
import { isInService } from "./connection.ts";
import type { HealthState } from "./health.ts";
import type { ConnectionRoster } from "./ports.ts";
import { canTake, route, type Route, type RouteQuestion } from "./route.ts";

export type RouteDeps = {
  readonly roster: Pick<ConnectionRoster, "of" | "rules">;
  readonly installmentTerms: InstallmentTermsBook;
  readonly healthOf: (connectionId: ConnectionId) => HealthState;
  /** Returns a random number from 0 (inclusive) to 1 (exclusive). */
  readonly draw: () => number;
};

/** Routes a payment of a merchant by its connections, rules, commissions and their health. */
export async function routePayment(
  { roster, installmentTerms, healthOf, draw }: RouteDeps,
  owner: ConnectionOwner,
  question: RouteQuestion,
): Promise<Route> {
  const { card, installmentCount: count, now } = question;
  const { rates } = await installmentTerms.find(owner);
  const day = dayInTurkey(now);
  return route(question, {
    connections: roster.of(owner),
    rules: roster.rules(owner),
    factsOf: ({ connectionId, bankCode }) => ({
      health: healthOf(connectionId),
      cost: commissionAt(rates, { bankCode, card, count, day }),
    }),
    draw,
  });
}

/** True if a merchant has a connection in service, so that its card payments go through them. */
export function hasConnection(
  roster: Pick<ConnectionRoster, "of">,
  owner: ConnectionOwner,
  now: RouteQuestion["now"],
): boolean {
  return roster.of(owner).some((connection) => isInService(connection, now));
}

/** A payment whose installments are to be offered, before the whole card is known. */
export type OfferedPayment = Omit<RouteQuestion, "card" | "installmentCount"> & {
  /** All cards that the known digits may belong to. */
  readonly possible: readonly RouteQuestion["card"][];
};

/**
 * True if some connection of the merchant can take a payment in so many installments, whichever of
 * the possible cards it is. A merchant without connections offers what its tables say.
 */
export function canServe(
  roster: Pick<ConnectionRoster, "of">,
  owner: ConnectionOwner,
  { payment, count }: { readonly payment: OfferedPayment; readonly count: number },
): boolean {
  if (!hasConnection(roster, owner, payment.now)) return true;
  const connections = roster.of(owner);
  return payment.possible.every((card) =>
    connections.some((connection) =>
      canTake(connection, { ...payment, card, installmentCount: count }),
    ),
  );
}
