import { afterAll, beforeAll, expect, it } from "vitest";
import type { Pool } from "pg";
import { createTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { instant } from "../../kernel/clock.ts";
import { parseMerchantId } from "../../kernel/ids.ts";
import { money } from "../../kernel/money.ts";
import { settlementEntryId } from "../../domain/settlement/settlement-entry.ts";
import { SETTLEMENT_KINDS } from "../../domain/settlement/settlement-line.ts";
import { lineReference, scopeText, type LineOwner } from "../../domain/transfer/statement-line.ts";
import {
  deliveryItemId,
  isDeliveryOf,
  isSettlementEntry,
  LINE_REFERENCE,
  merchantInScope,
  settlementAttemptIn,
  settlementEntriesOf,
  settlementKindIn,
} from "./packed-references.ts";

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = database.open();
});
afterAll(() => database.drop());

it.each(SETTLEMENT_KINDS)("SQL takes apart the reference of a settled %s", async (kind) => {
  const reference = settlementEntryId(kind, "att_1");
  const { rows } = await pool.query(
    `select ${isSettlementEntry("given")} as is_settlement, ${settlementKindIn("given")} as kind,
       ${settlementAttemptIn("given")} as attempt,
       given in (${settlementEntriesOf("'att_1'").join(", ")}) as is_found
     from (values ($1::text)) as entry (given)`,
    [reference],
  );
  expect(rows).toEqual([{ is_settlement: true, kind, attempt: "att_1", is_found: true }]);
});

it("SQL does not take an attempt or a line for a settlement", async () => {
  const { rows } = await pool.query(
    `select ${isSettlementEntry("given")} as is_settlement
     from unnest(array['att_1', 'line TR1/7', 'settlements']) as given`,
  );
  expect(rows).toEqual(Array.from({ length: 3 }, () => ({ is_settlement: false })));
});

const merchantId = parseMerchantId("mer_01234567");

it.each([
  ["of a bank's own feed", undefined],
  ["that a merchant brought", merchantId && ({ merchantId, mode: "live" } satisfies LineOwner)],
])("SQL names a line %s as the domain does", async (_, scope) => {
  const line = {
    account: "TR1",
    bankKey: "7",
    source: "feed",
    amount: money(1n, "TRY"),
    description: "",
    senderName: undefined,
    senderIban: undefined,
    bookedAt: instant(0),
    scope,
  } as const;
  const { rows } = await pool.query(
    `select ${LINE_REFERENCE} as name, ${merchantInScope("scope")} as merchant
     from (values ($1::text, $2::text, $3::text)) as line (account, bank_key, scope)`,
    [line.account, line.bankKey, scopeText(line)],
  );
  expect(rows).toEqual([{ name: lineReference(line), merchant: scope?.merchantId ?? "" }]);
});

it("SQL finds the delivery of a failed item by its id, and no other one", async () => {
  const isIt = isDeliveryOf("item", { endpointId: "endpoint", eventId: "event" });
  const { rows } = await pool.query(
    `select endpoint, event from (values ('we_1', 'evt_1'), ('we_1', 'evt_2'), ('we_2', 'evt_1'))
       as delivery (endpoint, event)
     cross join (values ($1::text)) as failed (item) where ${isIt}`,
    [deliveryItemId("we_1", "evt_1")],
  );
  expect(rows).toEqual([{ endpoint: "we_1", event: "evt_1" }]);
});
