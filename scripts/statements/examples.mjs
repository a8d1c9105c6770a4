const OWNER = '{ merchantId: "mer_00000000", mode: "test" }';
const FILTER = `{ ...${OWNER}, period: { from: 0, until: 900_000 }, status: "completed",
  paymentType: "creditcard", minMinor: 1n, maxMinor: 2n }`;
const QUERY = `{
  filter: ${FILTER},
  cursor: { side: "newer", orderId: "ORD-", createdAt: "2026-01-01T00:00:00Z" },
  limit: 1,
  limits: {},
}`;
/** A connection whose statements have a row, for texts that come after an answer. */
const ANSWERS = `{ query: async () => ({ rows: [{ count: 1, total: 1n }], rowCount: 1 }) }`;

/**
 * Calls for texts that depend on a function's parameters. The check of statements makes them in the
 * scope of their module. `pool` is a database without rows, and a call may fail after its text.
 */
export const EXAMPLES = {
  "src/bank/sql-book.ts": [
    `await openChallenge(pool, { amount: { minor: 0n }, card: {} });`,
    `const entry = { amount: { minor: 0n }, capturedMinor: 0n, refundedMinor: 0n };
     await amend(pool, entry, entry);`,
  ],
  "src/store/account-feed/feed-keys.ts": [
    'await createFeedKeys(pool, "share").replaceCredentials("fed_0", "", {});',
  ],
  "src/store/account-feed/feed-table.ts": [
    'const feeds = createFeedTable(pool); await feeds.find("fed_0"); await feeds.listAll();',
    "await createFeedTable(pool).list(undefined);",
  ],
  "src/store/connection/connection-table.ts": [
    "await createConnectionTable(pool).listInUse();",
    'await createConnectionTable(pool).find("con_00000000");',
    'await createConnectionTable(pool).replaceCredentials({ connectionId: "con_00000000" }, {});',
    `const sql = { query: async () => ({ rows: [{ version: 1n }] }), release() {} };
     await createConnectionTable({ connect: async () => sql }).replaceRules(${OWNER}, [{}]);`,
  ],
  "src/store/connection/write-connection.ts": [
    `const sql = { query: async () => ({ rows: [{ version: 1n }] }), release() {} };
     await changeConnection({ pool: { connect: async () => sql }, lock: "share" }, {});`,
  ],
  "src/store/event/delivery-log.ts": ["await createDeliveryLog(pool).forget(0);"],
  "src/store/event/event-feed-store.ts": [
    `await list(pool, { ...${OWNER}, order: "asc", limit: 1 });`,
  ],
  "src/store/event/place-events.ts": ['await lockHead(pool, "for update");'],
  "src/store/ledger/coordinator-tables.ts": [
    'const query = rowsOf("statement_line", "true"); await pagesOf(pool, query).next();',
    `const sql = { query: async () => ({ rows: [{ columns: "c text", row: "{}" }] }), release() {} };
     const coordinator = { ...sql, connect: async () => sql };
     await bringTables(coordinator, { id: "1" })(sql, "statement_line");`,
  ],
  "src/store/ledger/insert-postings.ts": [
    'insertInto("posting", POSTING.columns);',
    'insertInto("posting_unsealed", UNSEALED);',
  ],
  "src/store/limit/bucket-store.ts": [
    'await createBucketStore(pool, "card_level").changedSince(0);',
    'await forgetBuckets(pool, "card_level", { before: 0, limit: 1 });',
    'addStatement("card_level");',
  ],
  "src/store/merchant/user-store.ts": ['await createUserStore(pool).find("usr_");'],
  "src/store/payment/apply-changes.ts": [
    'for (const kind of ["apply", "begin", "decide"]) statementOf(kind, PARTS, true);',
  ],
  "src/store/payment/movement-store.ts": ['claimOf("true");'],
  "src/store/report/customer-store.ts": [
    'for (const field of ["id", "email", "phone"]) paymentsOf(field);',
    `const rows = [{}]; const given = { query: async () => ({ rows }) };
     await createCustomerStore(given).find(${OWNER}, { field: "id", value: "" });`,
  ],
  "src/store/report/find-by-term.ts": [`await ordersByCustomer(pool, ${QUERY}, "");`],
  "src/store/report/payment-scan.ts": [
    `await scan(pool, ${QUERY}, { scanMax: 1, extraCondition: () => "true" });`,
    `await countUpTo(pool, ${QUERY}, { indexCondition: () => "true", most: 1 });`,
    `await fetch(pool, ${QUERY}, () => "true");`,
    `await countBefore(pool, (${QUERY}).filter, (${QUERY}).cursor);`,
  ],
  "src/store/report/report-store.ts": [
    `await count(pool, ${FILTER}, "amount");`,
    `await searchPage(${ANSWERS}, ${FILTER}, { offset: 0, limit: 1 });`,
  ],
  "src/store/request-log/request-log-reader.ts": [
    `statementOf(${OWNER}, { requestId: "req_", before: "entry", after: "entry", limit: 1, code: "c" });`,
  ],
  "src/store/rollup/rollup-page.ts": [
    `const row = { span: "quarter", begins_at: 0, payments: 1n, matches: 1n };
     const sql = { query: async () => ({ rows: [row] }) };
     await rollupPage(sql, ${FILTER}, { offset: 0, limit: 1 });`,
  ],
  "src/database/connection/advisory-lock.ts": ["await tryAdvisoryLock(pool, [1]);"],
  "src/database/connection/key-lock.ts": ['keyInForce("$1", "share");'],
  "src/database/migration/month-partitions.ts": ["hasGrown(\"'payment'\");"],
  "src/database/migration/schema-record.ts": [
    'await recordMigration(pool, "vezne", {});',
    'await readRecord({ query: async () => ({ rows: [{ has_release: true }] }) }, "vezne");',
  ],
  "src/database/shard/shard-client.ts": ['holdOf({ id: "1" });'],
  "src/database/migration/table-files.ts": [
    `const row = { found: true, shards: 1, is_finished: true, success: true, answer: "" };
     const files = await tableFilesOf({ query: async () => ({ rows: [row] }) });
     await files.ask("payment", (literal) => "select pg_relation_size(" + literal + ")");`,
  ],
  "src/store/versioned-table.ts": [
    `for (const name of ["commission_rate", "installment_limit", "settlement_term"]) {
       const facts = { name, order: "line", mapping: VERSION };
       const owner = ${OWNER};
       await readRows(pool, facts, owner);
       await replaceRows(pool, facts, { owner, rows: [] });
       const found = { query: async () => ({ rows: [], rowCount: 1 }) };
       await createVersionedTable(found, facts).rowsOf(owner, 1);
     }`,
  ],
  "src/store/vault/code-secret-store.ts": [
    'await createCodeSecretStore(pool).notUnder("");',
    "await createCodeSecretStore(pool).keep({});",
    'await createCodeSecretStore(pool).replace("", {});',
  ],
  "src/store/vault/sealed-attempt-store.ts": [
    'await createSealedAttemptStore(pool).replace({ purpose: "acquirer_state" }, "");',
  ],
  "src/store/vault/signing-secret-store.ts": [
    'await createSigningSecretStore(pool).replace({ merchantId: "mer_00000000" }, {});',
    `await createSigningSecretStore(pool).replace(
       { merchantId: "mer_00000000", endpointId: "whe_0" }, {});`,
  ],
};
