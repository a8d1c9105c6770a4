import type { Money } from "../../kernel/money.ts";
import type { SettlementDifference } from "../../domain/settlement/settlement-line.ts";
import type { TerminalNet } from "../../domain/settlement/terminals.ts";
import { formatMoney } from "../../page/format.ts";
import { NOT_FOUND, type PanelAnswer } from "../kit/answer.ts";
import { type MerchantContext, useMerchant, useWords } from "../kit/context.ts";
import { Fact, Facts } from "../../page/parts/facts.tsx";
import { PaymentLink } from "../parts/payment-link.tsx";
import { Identifier } from "../../page/parts/identifier.tsx";
import { Table, type Column } from "../../page/parts/table.tsx";
import { formatDay, When } from "../../page/parts/when.tsx";
import { merchantRoute, type PanelRoute } from "../kit/route.ts";
import { shell } from "../words/shell.ts";
import { settlementWords } from "./words.ts";

/** The differences of one settlement file. */
export const importRoutes: readonly PanelRoute[] = [
  merchantRoute({
    method: "GET",
    path: "settlement/files/:file",
    permission: "settlement.see",
    run: importPage,
  }),
];

async function importPage(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, request, scope, language } = context;
  const words = settlementWords[language];
  const file = request.params["file"] ?? "";
  const found = await kit.settlementImports.find(scope, file);
  if (found === undefined) return NOT_FOUND;
  const { differences, differenceCount } = found;
  const left = differenceCount - differences.length;
  return {
    kind: "page",
    nav: "settlement",
    title: words.fileTitle(found.importId),
    crumbs: [{ label: words.title, href: context.to("settlement") }],
    body: (
      <>
        <section class="card">
          <Facts>
            <Fact name={shell[language].moment}>
              <When at={found.importedAt} />
            </Fact>
            <Fact name={words.by}>{found.importedBy}</Fact>
            <Fact name={words.lines}>{found.lines}</Fact>
            <Fact name={words.settled}>{found.settled}</Fact>
            <Fact name={words.differences}>{differenceCount}</Fact>
          </Facts>
        </section>
        <TerminalTable terminals={found.terminals} />
        <section>
          <h2>{words.differences}</h2>
          <DifferenceTable differences={differences} />
          {left > 0 && <p class="hint">{words.more(left)}</p>}
        </section>
      </>
    ),
  };
}

/** The sums that arrive on the account; empty for a file of the product's own form. */
function TerminalTable({ terminals }: { readonly terminals: readonly TerminalNet[] }) {
  const context = useMerchant();
  const words = useWords(settlementWords);
  if (terminals.length === 0) return null;
  const columns: readonly Column<TerminalNet>[] = [
    {
      head: words.paidOn,
      isRowHead: true,
      cell: ({ paidOn }) => formatDay(paidOn, context.language),
    },
    { head: words.terminal, cell: ({ terminal }) => terminal ?? "–" },
    { head: words.lines, isNumber: true, cell: ({ rows }) => rows },
    { head: words.net, isNumber: true, cell: ({ net }) => formatMoney(net, context.language) },
  ];
  return (
    <section>
      <h2>{words.terminals}</h2>
      <Table label={words.terminals} columns={columns} rows={terminals} />
    </section>
  );
}

type TableProps = { readonly differences: readonly SettlementDifference[] };

function DifferenceTable({ differences }: TableProps) {
  const context = useMerchant();
  const words = useWords(settlementWords);
  if (differences.length === 0) return <p class="empty">{words.allAgree}</p>;
  const columns: readonly Column<SettlementDifference>[] = [
    { head: words.difference, isRowHead: true, cell: ({ difference }) => words.kinds[difference] },
    {
      head: words.payment,
      cell: ({ orderId }) => (orderId === undefined ? "–" : <PaymentLink orderId={orderId} />),
    },
    { head: words.away, isNumber: true, cell: ({ away }) => signedMoney(away, context) },
    { head: words.line, isNumber: true, cell: ({ line }) => line ?? "–" },
    {
      head: words.reference,
      cell: ({ reference }) => <Identifier name={words.reference} value={reference} />,
    },
  ];
  return (
    <>
      <p class="hint">{words.awayHint}</p>
      <Table label={words.differences} columns={columns} rows={differences} />
    </>
  );
}

/** Formats a difference; a plus sign means that it favours the merchant. */
function signedMoney(amount: Money, { language }: MerchantContext): string {
  const text = formatMoney(amount, language);
  return amount.minor > 0n ? `+${text}` : text;
}
