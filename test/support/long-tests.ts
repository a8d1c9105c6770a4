import { isFullRun, isWholeRun } from "./full-run.ts";

/**
 * Storms, sweeps and whole matrices, of which shorter tests play a part, and long tests of parts
 * that change seldom. They are played before a release.
 */
const LONGEST = [
  "test/browser/{back,bank-protocols,brand,card-errors,declines,demo,docs,docs-samples}.test.ts",
  "test/browser/{first-paint,leave,network-cuts,one-command,panel,panel-days,panel-desk}.test.ts",
  "test/browser/{large-text,panel-looks}.test.ts",
  "test/browser/{panel-pages,second-bank,slow-arrival,states,typing,widget-faults}.test.ts",
  "test/browser/widget-methods.test.ts",
  "test/contract/{banks-without-answers,client-operations,docs-samples,forged-returns}.test.ts",
  "test/contract/openapi-examples.test.ts",
  "test/fault/{backup,bank-parser-time,books-money,broken-peers,database-outage}.test.ts",
  "test/fault/{database-restart,embedded-postgres,embedded-postgres-crash,ended-command}.test.ts",
  "test/fault/{failed-in-sandbox,failed-rounds,failover,file-fuzz,file-time,guarded-start}.test.ts",
  "test/fault/{idle-process,key-custody,kms-custody,linear-time,money-model}.test.ts",
  "test/fault/{month-partitions,page-fuzz,parser-time,production-start,protocol-storm}.test.ts",
  "test/fault/proxies.test.ts",
  "test/fault/{read-only-database,recovery-faults,refund-kill-storm,request-time}.test.ts",
  "test/fault/{rolling-upgrade,sandbox-clock,silent-resolver,traces,transfer-model}.test.ts",
  "test/fault/{uncaught-errors,vault-keys,vault-rotation,webhook-storm}.test.ts",
  "test/journey/{administration-access,bin-import,card-testing,command-line}.test.ts",
  "test/journey/{commission-tables,key-commands,operator-key-commands,page-watch}.test.ts",
  "test/journey/{panel-clock,panel-codes-at-rest,panel-large-files,panel-users-command}.test.ts",
  "test/journey/{reports-model,request-log-command,sandbox-clock,sandbox-tenants}.test.ts",
  "test/journey/{sandbox-transfer,session-expired,webhook-commands}.test.ts",
];

/**
 * Tests with a service that `npm test` plays, so that it ends within five minutes on two cores:
 * each section of the interface, each kind of fault, and the pages in a browser.
 */
const CORE = [
  "test/journey/{bin-lookup,checkout-session,embedded-session,hostile-requests}.test.ts",
  "test/journey/{idempotency-key,idempotent-pay,installments,panel-overview}.test.ts",
  "test/journey/{pay-by-card,pay-by-papel,pay-by-transfer,pay-by-wallet}.test.ts",
  "test/journey/{pay-in-installments,payment-status,refund,result-codes}.test.ts",
  "test/journey/{settlement,stored-cards,summary,three-d-secure,transactions}.test.ts",
  "test/journey/{void,webhook-endpoints}.test.ts",
  "test/fault/{changed-settings,late-commit,statement-fuzz,unconfirmed-intents}.test.ts",
  "test/browser/{browser,widget}.test.ts",
];

/** Tests of other folders that `npm test` leaves out. */
const SLOW = [
  "src/checkout/take/leave.test.ts",
  "src/file/reader/file-reader.test.ts",
  "src/page/brand/brand.test.ts",
  "src/database/{connection/database,migration/migrate,migration/run-migration}.test.ts",
  "test/contract/{acquirer-capabilities,akbank-protocol,docs-content}.test.ts",
  "test/contract/{docs,docs-search,garanti-protocol,key-service}.test.ts",
  "test/contract/{kms-credentials,nestpay-protocol,payflex-protocol,payfor-protocol}.test.ts",
  "test/contract/{boa-protocol,intervpos-protocol,late-answers,posnet-protocol}.test.ts",
];

/** The rooms whose tests need no database, server or browser. */
const PURE = ["bank", "client", "config", "domain", "kernel", "service"];

/** The tests of `src` that need none, and those that may. */
export const UNIT = `src/{${PURE.join()}}/**/*.test.{ts,tsx}`;
const SERVER = `src/!(${PURE.join("|")})/**/*.test.{ts,tsx}`;

/** The tests of a run, as patterns; those that the command line names run in any case. */
export function testsOfRun(isNamed: boolean): {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
} {
  const all = [SERVER, "test/{contract,journey,fault,browser}/**/*.test.{ts,tsx}"];
  if (isNamed || isWholeRun) return { include: all, exclude: [] };
  if (isFullRun) return { include: all, exclude: LONGEST };
  const include = [SERVER, "test/contract/**/*.test.ts", ...CORE];
  return { include, exclude: [...SLOW, ...LONGEST] };
}
