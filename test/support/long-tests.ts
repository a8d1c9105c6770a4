import { isFullRun, isWholeRun } from "./full-run.ts";

/**
 * Storms, sweeps and whole matrices, of which shorter tests play a part, and long tests of parts
 * that change seldom. They are played before a release.
 */
const LONGEST = [
  "test/browser/{back,bank-protocols,brand,card-errors,declines,demo,docs,docs-samples}.test.ts",
  "test/browser/{first-paint,leave,network-cuts,one-command,panel,panel-days,panel-desk}.test.ts",
  "test/browser/{panel-pages,second-bank,slow-arrival,states,typing,widget-faults}.test.ts",
  "test/browser/widget-methods.test.ts",
  "test/contract/{banks-without-answers,client-operations,docs-samples}.test.ts",
  "test/contract/openapi-examples.test.ts",
  "test/fault/{backup,bank-parser-time,books-money,broken-peers,database-outage}.test.ts",
  "test/fault/{database-restart,embedded-postgres,embedded-postgres-crash,ended-command}.test.ts",
  "test/fault/{failed-in-sandbox,failed-rounds,file-fuzz,file-time,guarded-start}.test.ts",
  "test/fault/{idle-process,key-custody,kms-custody,linear-time,money-model}.test.ts",
  "test/fault/{month-partitions,page-fuzz,parser-time,production-start,protocol-storm}.test.ts",
  "test/fault/{read-only-database,recovery-faults,refund-kill-storm,request-time}.test.ts",
  "test/fault/{rolling-upgrade,sandbox-clock,silent-resolver,traces,transfer-model}.test.ts",
  "test/fault/{uncaught-errors,vault-keys,vault-rotation,webhook-storm}.test.ts",
  "test/journey/{administration-access,bin-import,card-testing,command-line}.test.ts",
  "test/journey/{commission-tables,key-commands,operator-key-commands,page-watch}.test.ts",
  "test/journey/{panel-clock,panel-codes-at-rest,panel-large-files,panel-users-command}.test.ts",
  "test/journey/{reports-model,request-log-command,sandbox-clock,sandbox-tenants}.test.ts",
  "test/journey/{sandbox-transfer,session-expired,webhook-commands}.test.ts",
];

/** Other tests that take long. */
const LONG = [
  "test/browser/{checkout-methods,first-day,one-charge,panel-looks,panel-tasks}.test.ts",
  "test/browser/{three-d-secure,widget-security}.test.ts",
  "test/contract/acquirer-capabilities.test.ts",
  "test/fault/{books,crash-points,failed-items,kill-storm,no-card-data-at-rest}.test.ts",
  "test/fault/{random-histories,rolling-restart}.test.ts",
  "test/journey/{client-languages,migrate-command,panel-access}.test.ts",
];

/** The tests that a run leaves out, unless the command line names them. */
export const leftOut: readonly string[] = [
  ...(isFullRun ? [] : LONG),
  ...(isWholeRun ? [] : LONGEST),
];
