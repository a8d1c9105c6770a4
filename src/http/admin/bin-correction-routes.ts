import type { FastifyInstance, FastifyRequest } from "fastify";
import { binFields, readBinFields, type BinFields } from "../../domain/card/read-bin-row.ts";
import { differenceFields, differencesOf } from "../../domain/card/card-note.ts";
import type { BinRecord } from "../../domain/card/bin-record.ts";
import { ADMINISTRATION, withOperatorKey } from "../caller/operator-auth.ts";
import {
  BinCorrectionRequestSchema,
  BinParams,
  TableQuerySchema,
  type BinCorrectionBody,
  type BinPlace,
  type TableQuery,
} from "../schema/admin/table.ts";
import { actorOf, invalid, notFound, record } from "./admin-call.ts";
import type { AdminDeps } from "./admin-deps.ts";

type ListCall = { Querystring: TableQuery };
type BinCall = ListCall & { Params: BinPlace };
type CorrectionCall = BinCall & { Body: BinCorrectionBody };

const CORRECTIONS = `${ADMINISTRATION}card-table/corrections`;

/**
 * Single rows in place of the BIN table's, which stay in force after imports, and what banks say
 * against the table.
 */
export function binCorrectionRoutes(app: FastifyInstance, deps: AdminDeps): void {
  const auth = withOperatorKey(deps, "cards.write");
  const schema = { querystring: TableQuerySchema, params: BinParams };
  app.get<ListCall>(
    CORRECTIONS,
    { ...auth, schema: { querystring: TableQuerySchema } },
    async ({ query: { mode } }) => {
      const all = await deps.binStore.corrections(mode);
      return { mode, rows: all.map((one) => rowOf(one.record)) };
    },
  );
  app.get<ListCall>(
    `${ADMINISTRATION}card-table/notes`,
    { ...auth, schema: { querystring: TableQuerySchema } },
    async ({ query: { mode } }) => {
      await deps.bins.refresh();
      const found = differencesOf(await deps.cardNotes.list(mode), deps.bins.table(mode));
      return { mode, rows: found.map(differenceFields) };
    },
  );
  app.put<CorrectionCall>(
    `${CORRECTIONS}/:bin`,
    { ...auth, schema: { ...schema, body: BinCorrectionRequestSchema } },
    (request) => correct(deps, request),
  );
  app.delete<BinCall>(`${CORRECTIONS}/:bin`, { ...auth, schema }, (request) =>
    remove(deps, request),
  );
}

async function correct(deps: AdminDeps, request: FastifyRequest<CorrectionCall>) {
  const { mode } = request.query;
  const given: Partial<BinFields> = { ...request.body, bin: request.params.bin };
  const read = readBinFields((column) => given[column]);
  if (!read.ok) {
    throw invalid(
      ...read.refusal.map(({ column = "bin", message }) => ({ field: column, message })),
    );
  }
  const row = read.value;
  const changedBy = actorOf(request);
  await deps.binStore.correct(mode, { record: row, changedAt: deps.clock.now(), changedBy });
  await record(deps, request, {
    note: {
      action: "bin.corrected",
      object: { kind: "bin", id: row.bin },
      after: { mode, ...binFields(row) },
    },
    place: {},
  });
  return { mode, ...rowOf(row) };
}

async function remove(deps: AdminDeps, request: FastifyRequest<BinCall>) {
  const { mode } = request.query;
  const { bin } = request.params;
  if (!(await deps.binStore.removeCorrection(mode, bin, deps.clock.now()))) {
    throw notFound("bin", "must be the digits of a corrected row");
  }
  await record(deps, request, {
    note: {
      action: "bin.correction_removed",
      object: { kind: "bin", id: bin },
      before: { mode, bin },
    },
    place: {},
  });
  return { mode, bin, removed: true };
}

function rowOf(row: BinRecord) {
  return {
    bin: row.bin,
    bank_name: row.bankName ?? null,
    card_brand: row.brand,
    card_type: row.type,
    card_category: row.category,
    card_program: row.program ?? null,
    bank_code: row.bankCode ?? null,
    country: row.country ?? null,
  };
}
