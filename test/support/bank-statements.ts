import { readFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(import.meta.dirname, "statement-files");

export type Placed = {
  readonly iban: string;
  /** The reference code of the transfer of 1 250,00 TRY in the file. */
  readonly code: string;
};

/** A statement as a bank writes it, for an account and a code; some are not in UTF-8. */
export function bankStatement(name: string, { iban, code }: Placed): Uint8Array {
  const text = readFileSync(join(FOLDER, name))
    .toString("latin1")
    .replaceAll("{{IBAN}}", iban)
    .replaceAll("{{REF}}", code)
    .replaceAll("{{REF1}}", code.slice(0, 5))
    .replaceAll("{{REF2}}", code.slice(5));
  return Buffer.from(text, "latin1");
}
