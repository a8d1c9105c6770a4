import { isFullRun, isWholeRun } from "./full-run.ts";

/** Storms, sweeps and whole matrices, of which shorter tests play a part. */
const LONGEST = [
  "test/browser/{back,brand,card-errors,first-paint,one-command,panel-days}.test.ts",
  "test/browser/{slow-arrival,states}.test.ts",
  "test/browser/widget-methods.test.ts",
  "test/contract/{banks-without-answers,client-operations}.test.ts",
  "test/fault/{bank-parser-time,broken-peers,database-outage,embedded-postgres-crash}.test.ts",
  "test/fault/{ended-command,file-fuzz,file-time,key-custody,kms-custody,linear-time}.test.ts",
  "test/fault/{month-partitions,page-fuzz,parser-time,refund-kill-storm}.test.ts",
  "test/fault/{protocol-storm,request-time,rolling-upgrade,sandbox-clock,silent-resolver}.test.ts",
  "test/fault/{traces,transfer-model,uncaught-errors,vault-rotation,webhook-storm}.test.ts",
  "test/journey/{bin-import,command-line,operator-key-commands,page-watch,panel-clock}.test.ts",
  "test/journey/{key-commands,panel-codes-at-rest,panel-users-command,reports-model}.test.ts",
  "test/journey/{request-log-command,sandbox-clock}.test.ts",
];

/** Tests that take long, of which no shorter ones play a part. */
const LONG = [
  "test/browser/{bank-protocols,checkout-methods,declines,demo,docs,docs-samples}.test.ts",
  "test/browser/{first-day,leave,network-cuts,one-charge,panel,panel-desk,panel-looks}.test.ts",
  "test/browser/{panel-pages,panel-tasks,second-bank,three-d-secure,typing}.test.ts",
  "test/browser/{widget-faults,widget-security}.test.ts",
  "test/contract/{acquirer-capabilities,docs-samples,openapi-examples}.test.ts",
  "test/fault/{backup,books,crash-points,database-restart,embedded-postgres}.test.ts",
  "test/fault/{failed-in-sandbox,failed-items,failed-rounds,guarded-start}.test.ts",
  "test/fault/{idle-process,kill-storm,money-model}.test.ts",
  "test/fault/{no-card-data-at-rest,production-start,random-histories,read-only-database}.test.ts",
  "test/fault/{recovery-faults,rolling-restart,vault-keys}.test.ts",
  "test/journey/{administration-access,card-testing,client-languages,commission-tables}.test.ts",
  "test/journey/{migrate-command,panel-access,panel-large-files}.test.ts",
  "test/journey/{sandbox-tenants,sandbox-transfer,session-expired,webhook-commands}.test.ts",
];

/** The tests that a run leaves out, unless the command line names them. */
export const leftOut: readonly string[] = [
  ...(isFullRun ? [] : LONG),
  ...(isWholeRun ? [] : LONGEST),
];
