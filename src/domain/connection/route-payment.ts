import { dayInTurkey } from "../../kernel/calendar-day.ts";
import type { ConnectionId } from "../../kernel/ids.ts";
import { commissionAt } from "../installment/cost.ts";
import type { InstallmentTermsBook } from "../installment/ports.ts";
import type { ConnectionOwner } from "./connection.ts";
import { isInService } from "./connection.ts";
import type { HealthState } from "./health.ts";
import type { ConnectionRoster } from "./ports.ts";
import { route, type Route, type RouteQuestion } from "./route.ts";

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
export type OfferedPayment = Omit<RouteQuestion, "card"> & {
  /** All cards that the known digits may belong to. */
  readonly possible: readonly RouteQuestion["card"][];
};

/**
 * True if some connection of the merchant takes the payment, whichever of the possible cards it is.
 * A merchant without connections offers what its tables say. Health and cost change only the order,
 * so they are not asked.
 */
export function canServe(
  roster: Pick<ConnectionRoster, "of" | "rules">,
  owner: ConnectionOwner,
  { possible, ...payment }: OfferedPayment,
): boolean {
  if (!hasConnection(roster, owner, payment.now)) return true;
  const tables = {
    connections: roster.of(owner),
    rules: roster.rules(owner),
    factsOf: () => ({ health: "closed", cost: undefined }) as const,
    draw: () => 0,
  };
  return possible.every((card) => route({ ...payment, card }, tables).candidates.length > 0);
}
