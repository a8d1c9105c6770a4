import { isFullRun, isWholeRun } from "./full-run.ts";

/**
 * Storms, sweeps and whole matrices, of which shorter tests play a part, and long tests of parts
 * that change seldom. They are played before a release.
 */
const LONGEST = [
  "test/browser/{back,brand,card-errors,declines,first-paint,one-command,panel-days}.test.ts",
  "test/browser/{slow-arrival,states,typing,widget-faults}.test.ts",
  "test/browser/widget-methods.test.ts",
  "test/contract/{banks-without-answers,client-operations}.test.ts",
  "test/fault/{backup,bank-parser-time,books-money,broken-peers,embedded-postgres}.test.ts",
  "test/fault/{failed-rounds,idle-process,vault-keys}.test.ts",
  "test/fault/{database-outage,embedded-postgres-crash}.test.ts",
  "test/fault/{ended-command,file-fuzz,file-time,key-custody,kms-custody,linear-time}.test.ts",
  "test/fault/{month-partitions,page-fuzz,parser-time,refund-kill-storm}.test.ts",
  "test/fault/{protocol-storm,request-time,rolling-upgrade,sandbox-clock,silent-resolver}.test.ts",
  "test/fault/{traces,transfer-model,uncaught-errors,vault-rotation,webhook-storm}.test.ts",
  "test/journey/{bin-import,command-line,operator-key-commands,page-watch,panel-clock}.test.ts",
  "test/journey/{key-commands,panel-codes-at-rest,panel-users-command,reports-model}.test.ts",
  "test/journey/{request-log-command,sandbox-clock,sandbox-tenants,session-expired}.test.ts",
  "test/journey/webhook-commands.test.ts",
];

/** Other tests that take long. */
const LONG = [
  "test/browser/{bank-protocols,checkout-methods,demo,docs,docs-samples}.test.ts",
  "test/browser/{first-day,leave,network-cuts,one-charge,panel,panel-desk,panel-looks}.test.ts",
  "test/browser/{panel-pages,panel-tasks,second-bank,three-d-secure}.test.ts",
  "test/browser/widget-security.test.ts",
  "test/contract/{acquirer-capabilities,docs-samples,openapi-examples}.test.ts",
  "test/fault/{books,crash-points,database-restart}.test.ts",
  "test/fault/{failed-in-sandbox,failed-items,guarded-start}.test.ts",
  "test/fault/{kill-storm,money-model}.test.ts",
  "test/fault/{no-card-data-at-rest,production-start,random-histories,read-only-database}.test.ts",
  "test/fault/{recovery-faults,rolling-restart}.test.ts",
  "test/journey/{administration-access,card-testing,client-languages,commission-tables}.test.ts",
  "test/journey/{migrate-command,panel-access,panel-large-files}.test.ts",
  "test/journey/sandbox-transfer.test.ts",
];

/** The tests that a run leaves out, unless the command line names them. */
export const leftOut: readonly string[] = [
  ...(isFullRun ? [] : LONG),
  ...(isWholeRun ? [] : LONGEST),
];
