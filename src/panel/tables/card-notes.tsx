import { type CardDifference, type CardNote, differencesOf } from "../../domain/card/card-note.ts";
import type { BinRecord } from "../../domain/card/bin-record.ts";
import type { BinDirectory, CardNotes } from "../../domain/card/ports.ts";
import { MODES } from "../../domain/merchant/merchant.ts";
import { mayOperate } from "../../domain/merchant/permission.ts";
import { brandName } from "../../page/parts/brand-mark.tsx";
import { Card } from "../../page/parts/card.tsx";
import { Table, type Column } from "../../page/parts/table.tsx";
import { type AccountContext, useAccount, useWords } from "../kit/context.ts";
import { correctionPath } from "./bin-correction.tsx";
import { tableWords } from "./words.ts";

type Deps = {
  readonly bins: Pick<BinDirectory, "table">;
  readonly cardNotes: Pick<CardNotes, "list">;
};
type Words = (typeof tableWords)["tr"];

/** The words of banks that contradict the tables of both modes. */
export async function readCardDifferences({ bins, cardNotes }: Deps) {
  const found = await Promise.all(
    MODES.map(async (mode) => differencesOf(await cardNotes.list(mode), bins.table(mode))),
  );
  return found.flat();
}

/** The bank's word beside the table's row; empty without a difference. */
export function CardNoteTable({ found }: { readonly found: readonly CardDifference[] }) {
  const context = useAccount();
  const words = useWords(tableWords);
  if (found.length === 0) return null;
  return (
    <Card title={words.bankWords}>
      <p class="hint">{words.bankWordsHint}</p>
      <Table label={words.bankWords} columns={columnsOf(context, words)} rows={found} />
    </Card>
  );
}

function columnsOf(context: AccountContext, words: Words): readonly Column<CardDifference>[] {
  const mayCorrect = mayOperate(context.signedIn.user, "bins.change");
  return [
    {
      head: "BIN",
      isRowHead: true,
      cell: ({ note: { bin, mode } }) =>
        mayCorrect ? <a href={correctionPath(context, mode, bin)}>{bin}</a> : bin,
    },
    { head: words.mode, cell: ({ note }) => words.modes[note.mode] },
    { head: words.bankSays, cell: ({ note }) => factsOf(note, note.issuer, words) },
    {
      head: words.tableSays,
      cell: ({ row }) => (row === undefined ? words.noRow : factsOf(row, row.bankName, words)),
    },
    { head: words.connection, cell: ({ note }) => note.connectionId },
    { head: words.saidOn, cell: ({ note }) => note.saidOn },
    { head: words.answers, isNumber: true, cell: ({ note }) => note.count },
  ];
}

type Facts = Pick<CardNote | BinRecord, "bankCode" | "brand" | "type" | "program">;

function factsOf(
  { bankCode, brand, type, program }: Facts,
  bank: string | undefined,
  words: Words,
): string {
  const name = [bank, bankCode === undefined ? undefined : `(${bankCode})`]
    .filter(Boolean)
    .join(" ");
  const facts = [
    name,
    brand === undefined ? undefined : brandName(brand),
    type === undefined ? undefined : words.types[type],
    program,
  ];
  return facts.filter(Boolean).join(" · ");
}
