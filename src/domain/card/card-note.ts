import type { CalendarDay } from "../../kernel/calendar-day.ts";
import type { ConnectionId, MerchantId } from "../../kernel/ids.ts";
import type { BinRecord, CardType } from "./bin-record.ts";
import type { BinTable } from "./bin-table.ts";
import type { CardBrand } from "./card-number.ts";

/** A bank's word about the cards whose numbers begin with `bin`; each field may be missing. */
export type CardWord = {
  /** Six to eight digits. */
  readonly bin: string;
  /** The issuer as the bank writes it, at most 100 characters. */
  readonly issuer?: string | undefined;
  /** EFT code of the issuer: four digits. */
  readonly bankCode?: string | undefined;
  readonly brand?: CardBrand | undefined;
  readonly type?: CardType | undefined;
  readonly program?: string | undefined;
};

/** The connection whose bank said it. */
export type CardSource = {
  readonly merchantId: MerchantId;
  readonly mode: "test" | "live";
  readonly connectionId: ConnectionId;
};

/** The last word of a bank about one BIN. */
export type CardNote = CardSource &
  CardWord & {
    readonly saidOn: CalendarDay;
    /** The number of answers that said something of the BIN. */
    readonly count: number;
  };

/** A note beside the table's row of its BIN, with the fields in which they differ. */
export type CardDifference = {
  readonly note: CardNote;
  readonly row: BinRecord | undefined;
  readonly fields: readonly ("bankCode" | "brand" | "type" | "program")[];
};

/**
 * The notes from which a table differs, or of whose BIN it has no row. The issuer's name decides
 * nothing, because each bank writes it in its own way.
 */
export function differencesOf(
  notes: readonly CardNote[],
  table: Pick<BinTable, "rowOf">,
): readonly CardDifference[] {
  return notes
    .map((note) => {
      const row = table.rowOf(note.bin);
      return { note, row, fields: row === undefined ? [] : differingFields(note, row) };
    })
    .filter(({ row, fields }) => row === undefined || fields.length > 0);
}

/** A difference as commands and the administration API tell it; `differs` names its columns. */
export function differenceFields({ note, row, fields }: CardDifference) {
  return {
    bin: note.bin,
    merchant_id: note.merchantId,
    connection_id: note.connectionId,
    issuer: note.issuer ?? null,
    bank_code: note.bankCode ?? null,
    card_brand: note.brand ?? null,
    card_type: note.type ?? null,
    card_program: note.program ?? null,
    said_on: note.saidOn,
    count: note.count,
    differs: row === undefined ? ["bin"] : fields.map((field) => COLUMNS[field]),
  };
}

const COLUMNS = {
  bankCode: "bank_code",
  brand: "card_brand",
  type: "card_type",
  program: "card_program",
} as const;

function differingFields(note: CardNote, row: BinRecord): CardDifference["fields"] {
  return (["bankCode", "brand", "type", "program"] as const).filter((field) => {
    const said = note[field];
    return said !== undefined && folded(said) !== folded(row[field] ?? "");
  });
}

/** Banks write programs in capitals, with or without blanks. */
function folded(text: string): string {
  return text.toUpperCase().replaceAll(" ", "");
}
