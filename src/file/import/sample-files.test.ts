import { describe, expect, it } from "vitest";
import type { Result } from "../../kernel/result.ts";
import type { RowProblem } from "../../domain/table/table-row.ts";
import {
  readBinFile,
  readLimitFile,
  readRateFile,
  readSettlementFile,
  readTermFile,
} from "../../file/csv/table-files.ts";
import { sampleText, type SampleName } from "./sample-files.ts";

type Read = (file: Uint8Array) => Result<unknown, readonly RowProblem[]>;

const READERS: Readonly<Record<SampleName, Read>> = {
  rates: readRateFile,
  limits: readLimitFile,
  contract: readTermFile,
  settlement: readSettlementFile,
  bins: readBinFile,
};

describe("the sample files of the panel", () => {
  it.each(Object.entries(READERS))("are read without a problem: %s", (name, read) => {
    const file = new TextEncoder().encode(sampleText(name as SampleName));
    expect(read(file)).toMatchObject({ ok: true });
  });
});
