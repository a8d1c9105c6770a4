import type { FastifyInstance, FastifyRequest } from "fastify";
import { checkLimits, checkRates } from "../../domain/installment/check-terms.ts";
import { limitDocument, rateDocument } from "../../domain/installment/terms-document.ts";
import { toIso } from "../../kernel/clock.ts";
import type { MerchantId } from "../../kernel/ids.ts";
import type { Result } from "../../kernel/result.ts";
import type { Mode } from "../../domain/merchant/merchant.ts";
import type { OperatorRight } from "../../domain/merchant/operator-right.ts";
import { checkTerms } from "../../domain/settlement/read-term-row.ts";
import { termDocument } from "../../domain/settlement/term-document.ts";
import type { RowProblem, TableRow } from "../../domain/table/table-row.ts";
import type { VersionedTable } from "../../domain/table/versioned-table.ts";
import { ADMINISTRATION, withOperatorKey } from "../caller/operator-auth.ts";
import type { FieldError } from "../problem/problem.ts";
import { MerchantParams, type MerchantRequest } from "../schema/admin/merchant.ts";
import {
  CardTableSchema,
  LIMIT_TABLE,
  RATE_TABLE,
  TableQuerySchema,
  TERM_TABLE,
  VersionParams,
  type CardTableBody,
  type TableBody,
  type TableQuery,
  type VersionPlace,
} from "../schema/admin/table.ts";
import { actorOf, invalid, merchantOf, notFound, record } from "./admin-call.ts";
import type { AdminDeps } from "./admin-deps.ts";
import { MERCHANT } from "./merchant-routes.ts";

type Owner = { readonly merchantId: MerchantId; readonly mode: Mode };

/** One table of a merchant's terms: how it is checked, read, replaced and shown. */
type TableCalls<Value> = {
  readonly path: string;
  /** The table's name in the audit log, the same as for an import in the panel. */
  readonly auditName: string;
  readonly rights: { readonly read: OperatorRight; readonly write: OperatorRight };
  readonly body: object;
  readonly check: (rows: readonly TableRow[]) => Result<readonly Value[], readonly RowProblem[]>;
  readonly read: (owner: Owner) => Promise<readonly Value[]>;
  readonly table: VersionedTable<Value>;
  readonly show: (value: Value) => object;
};

/** The tables of a merchant's terms, and the card table that all merchants share. */
export function tableRoutes(app: FastifyInstance, deps: AdminDeps): void {
  const { installmentTerms, settlements } = deps;
  const terms = { read: "terms.read", write: "terms.write" } as const;
  register(app, deps, {
    path: "commission-rates",
    auditName: "rates",
    rights: terms,
    body: RATE_TABLE.body,
    check: checkRates,
    read: async (owner) => (await installmentTerms.imported(owner)).rates,
    table: installmentTerms.rates,
    show: rateDocument,
  });
  register(app, deps, {
    path: "installment-limits",
    auditName: "limits",
    rights: terms,
    body: LIMIT_TABLE.body,
    check: checkLimits,
    read: async (owner) => (await installmentTerms.imported(owner)).limits,
    table: installmentTerms.limits,
    show: limitDocument,
  });
  register(app, deps, {
    path: "settlement-terms",
    auditName: "settlement contract",
    rights: { read: "settlement.read", write: "settlement.write" },
    body: TERM_TABLE.body,
    check: checkTerms,
    read: (owner) => settlements.terms(owner),
    table: settlements.contract,
    show: termDocument,
  });
  app.put<{ Body: CardTableBody }>(
    `${ADMINISTRATION}card-table`,
    { ...withOperatorKey(deps, "cards.write"), schema: { body: CardTableSchema } },
    (request) => importCards(deps, request),
  );
}

type ReadRequest = MerchantRequest & { Querystring: TableQuery };
type ReplacementRequest = FastifyRequest<ReadRequest & { Body: TableBody }>;

function register<Value>(app: FastifyInstance, deps: AdminDeps, calls: TableCalls<Value>): void {
  const path = `${MERCHANT}/${calls.path}`;
  const schema = { params: MerchantParams, querystring: TableQuerySchema };
  const read = { ...withOperatorKey(deps, calls.rights.read), schema };
  app.get<ReadRequest>(path, read, (request) => show(deps, request, calls));
  app.put<ReadRequest & { Body: TableBody }>(
    path,
    { ...withOperatorKey(deps, calls.rights.write), schema: { ...schema, body: calls.body } },
    (request) => replace(deps, request, calls),
  );
  app.get<ReadRequest>(`${path}/versions`, read, (request) => listVersions(deps, request, calls));
  app.get<VersionRequest>(
    `${path}/versions/:version`,
    { ...read, schema: { ...schema, params: VersionParams } },
    (request) => showVersion(deps, request, calls),
  );
}

type Reading = FastifyRequest<ReadRequest>;
type VersionRequest = { Params: VersionPlace; Querystring: TableQuery };

async function show<Value>(deps: AdminDeps, request: Reading, calls: TableCalls<Value>) {
  const owner = await ownerOf(deps, request);
  return { mode: owner.mode, rows: (await calls.read(owner)).map(calls.show) };
}

/** The most versions that a list has. */
const VERSIONS_MAX = 50;

async function listVersions<Value>(deps: AdminDeps, request: Reading, calls: TableCalls<Value>) {
  const owner = await ownerOf(deps, request);
  const versions = await calls.table.versions(owner, VERSIONS_MAX);
  return {
    mode: owner.mode,
    versions: versions.map(({ number, changedAt, changedBy, rowCount, added, removed }) => ({
      version: number,
      changed_at: toIso(changedAt),
      changed_by: changedBy ?? null,
      row_count: rowCount,
      added,
      removed,
    })),
  };
}

async function showVersion<Value>(
  deps: AdminDeps,
  request: FastifyRequest<VersionRequest>,
  calls: TableCalls<Value>,
) {
  const owner = await ownerOf(deps, request);
  const { version } = request.params;
  const number = /^\d{1,9}$/.test(version) ? Number(version) : 0;
  const rows = await calls.table.rowsOf(owner, number);
  if (rows === undefined) throw notFound("version", "must be the number of a version");
  return { mode: owner.mode, version: number, rows: rows.map(calls.show) };
}

async function ownerOf(deps: AdminDeps, request: Reading): Promise<Owner> {
  const { merchantId } = await merchantOf(deps, request);
  return { merchantId, mode: request.query.mode };
}

async function replace<Value>(
  deps: AdminDeps,
  request: ReplacementRequest,
  calls: TableCalls<Value>,
) {
  const owner = await ownerOf(deps, request);
  const { rows } = request.body;
  const checked = calls.check(rows.map(tableRow));
  if (!checked.ok) throw invalid(...checked.refusal.slice(0, PROBLEMS_MAX).map(rowError));
  const change = { plan: () => checked.value, at: deps.clock.now(), by: actorOf(request) };
  if (await calls.table.change(owner, change)) {
    await record(deps, request, {
      note: {
        action: "table.imported",
        object: { kind: "table", id: calls.auditName },
        after: { rows: rows.length },
      },
      place: owner,
    });
  }
  return { mode: owner.mode, rows: checked.value.map(calls.show) };
}

/** The most problems that an answer lists, and the most lines that were set aside. */
const PROBLEMS_MAX = 20;
const SET_ASIDE_MAX = 100;

/** A row of the request as a row of an imported file; its line is its position, from 1. */
function tableRow(row: TableBody["rows"][number], index: number): TableRow {
  const fields = Object.entries(row).map(
    ([name, value]) => [name, value === null ? "" : String(value).trim()] as const,
  );
  return { line: index + 1, fields: new Map(fields) };
}

function rowError({ line, column, message }: RowProblem): FieldError {
  const field = `rows[${line - 1}]`;
  return { field: column === undefined ? field : `${field}.${column}`, message };
}

async function importCards(deps: AdminDeps, request: FastifyRequest<{ Body: CardTableBody }>) {
  const { csv, mode = "live" } = request.body;
  const imported = await deps.importBins({ mode, file: new TextEncoder().encode(csv) });
  if (!imported.ok) {
    throw invalid(
      ...imported.refusal.slice(0, PROBLEMS_MAX).map(({ line, column, message }) => ({
        field: `csv line ${line}${column === undefined ? "" : ` ${column}`}`,
        message,
      })),
    );
  }
  const { records, added, changed, removed, setAside } = imported.value;
  await record(deps, request, {
    note: {
      action: "table.imported",
      object: { kind: "table", id: "bins" },
      after: { mode, records, added, changed, removed },
    },
    place: {},
  });
  return { records, added, changed, removed, set_aside: setAside.slice(0, SET_ASIDE_MAX) };
}
