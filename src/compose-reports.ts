import type pg from "pg";
import type { OpenExport } from "./edge/http/routes/report-routes.ts";
import { openDatabase, type DatabaseAddress } from "./edge/store/database.ts";
import { exportQuery } from "./edge/store/export-query.ts";
import { ExportStream } from "./edge/store/export-stream.ts";
import { createReportStore } from "./edge/store/report-store.ts";
import type { ReportStore } from "./report/ports.ts";

export type Reports = {
  readonly reports: ReportStore;
  readonly openExport: OpenExport;
  close(): Promise<void>;
};

/** Exports at once; each keeps a connection busy for as long as its client reads. */
const EXPORTS = 4;

/** Reports on the ordinary connections, and exports on their own, so that none of them wait. */
export function openReports(address: DatabaseAddress, control: pg.Pool): Reports {
  const exports = openDatabase({
    address,
    applicationName: "vezne export",
    max: EXPORTS,
    statementTimeoutMs: 0,
  });
  return {
    reports: createReportStore(control),
    openExport: (filter, format) =>
      new ExportStream({ exports, control }, exportQuery(filter, format)),
    close: () => exports.end(),
  };
}
