import { gzipSync } from "node:zlib";
import { Type } from "typebox";
import { Compile } from "typebox/compile";

import { DAY } from "../../../kernel/clock.ts";
import type { Entry } from "../../entry.ts";
import type { DoorAnswer } from "../kit/door-answer.ts";
import type { Door, DoorCaller } from "../kit/door.ts";
import { BATCH_NUMBER, dateTime, json, reportRowOf } from "./answers.ts";
import { DateTime, timeOf } from "./messages.ts";
import { TERMINAL } from "./terminal.ts";

const Report = Type.Object({
  terminal: Type.Object({ merchantSafeId: Type.String(), terminalSafeId: Type.String() }),
  randomNumber: Type.String({ pattern: "^[0-9A-F]{128}$" }),
  report: Type.Union([
    Type.Object({ startDateTime: DateTime, endDateTime: DateTime }),
    Type.Object({ batchNumber: Type.Integer() }),
  ]),
});

export type ReportMessage = Type.Static<typeof Report>;

const validator = Compile(Report);

/** Reads the request of a report; undefined if it breaks the schema. */
export function readReport(message: unknown): ReportMessage | undefined {
  return validator.Check(message) ? message : undefined;
}

const { merchantSafeId, terminalSafeId } = TERMINAL;

/** The transactions of at most a day or of a batch, packed as the bank packs them. */
export async function answerReport(
  { deps }: Door,
  { terminal, now }: DoorCaller,
  { report }: ReportMessage,
): Promise<DoorAnswer> {
  const isInside = filterOf(report);
  if (isInside === undefined) {
    return json({
      responseCode: "VPS-2229",
      responseMessage: "Tarih aralığı en fazla 1 gün olabilir",
      txnDateTime: dateTime(now),
    });
  }
  const entries = await deps.book.list(terminal);
  const rows = entries.filter(isInside).flatMap((entry) => {
    const order = entries.find(({ requestId }) => requestId === entry.originalRequestId) ?? entry;
    return reportRowOf(entry, order) ?? [];
  });
  const listed = {
    txnDateTime: dateTime(now),
    terminal: { merchantSafeId, terminalSafeId },
    txnDetailList: rows,
  };
  return json({
    responseCode: "VPS-0000",
    responseMessage: "BAŞARILI",
    data: gzipSync(JSON.stringify(listed)).toString("base64"),
  });
}

function filterOf(report: ReportMessage["report"]): ((entry: Entry) => boolean) | undefined {
  if ("batchNumber" in report) return () => report.batchNumber === BATCH_NUMBER;
  const [from, until] = [timeOf(report.startDateTime), timeOf(report.endDateTime)];
  if (until - from > DAY || until < from) return undefined;
  return ({ bookedAt }) => from <= bookedAt && bookedAt <= until;
}
