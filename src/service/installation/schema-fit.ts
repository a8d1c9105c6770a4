import { changeStatements } from "../../store/payment/apply-changes.ts";
import {
  FIND_AUTHORIZATIONS,
  FIND_CHARGES,
  FIND_PAYMENTS,
} from "../../store/payment/payment-reader.ts";
import { FIND_ORDERS, RECORD_INTENTS } from "../../store/payment/record-intents.ts";
import {
  FIND_KEYED_REFUNDS,
  FIND_PAYMENTS_OF_REFUNDS,
  FIND_REFUNDS,
} from "../../store/refund/refund-reads.ts";
import { BEGIN_REFUNDS, MOVE_REFUNDS } from "../../store/refund/refund-statements.ts";
import { FIND_SESSIONS, INSERT_SESSIONS } from "../../store/session/session-store.ts";
import { SchemaFit } from "../../database/migration/schema-fit.ts";
import type { Statement } from "../../database/connection/statement.ts";
import type { Foundation } from "./foundation.ts";

/**
 * Undefined on a distributed database, whose shards are of the schema that its coordinator records.
 */
export function openSchemaFit({
  database,
  pool,
  shards,
}: Pick<Foundation, "database" | "pool" | "shards">): SchemaFit | undefined {
  if (shards !== undefined) return undefined;
  const statements = paymentStatements();
  return new SchemaFit({ address: database, pool, statements, now: () => performance.now() });
}

/** The statements without which a process can't take payments and refunds. */
function paymentStatements(): readonly Statement[] {
  return [
    INSERT_SESSIONS,
    FIND_SESSIONS,
    RECORD_INTENTS,
    FIND_ORDERS,
    ...changeStatements(),
    FIND_PAYMENTS,
    FIND_AUTHORIZATIONS,
    FIND_CHARGES,
    BEGIN_REFUNDS,
    MOVE_REFUNDS,
    FIND_PAYMENTS_OF_REFUNDS,
    FIND_REFUNDS,
    FIND_KEYED_REFUNDS,
  ];
}
