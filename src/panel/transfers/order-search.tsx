import { mayBeCardNumber } from "../../domain/card/find-card-number.ts";
import { fullName } from "../../domain/session/session.ts";
import type { Candidate } from "../../domain/transfer/candidates.ts";
import { transferOrders, type TransferOrder } from "../../domain/transfer/order-of-line.ts";
import type { WaitingLine } from "../../domain/transfer/ports.ts";
import { lineId } from "../../domain/transfer/statement-line.ts";
import { formatMoney } from "../../page/format.ts";
import { redirect, refusal, type PanelAnswer } from "../kit/answer.ts";
import { type MerchantContext, useMerchant, useWords } from "../kit/context.ts";
import { queryText } from "../kit/panel-paths.ts";
import { merchantRoute } from "../kit/route.ts";
import { Button, Field, Form } from "../../page/parts/form.tsx";
import { PaymentLink } from "../parts/payment-link.tsx";
import { Status, statusOf } from "../parts/status.tsx";
import { Table, type Column } from "../../page/parts/table.tsx";
import { readSearch } from "../payments/read-search.ts";
import { listWords } from "../payments/words.ts";
import { CandidateTable } from "./candidate-table.tsx";
import { lineWords } from "./line-words.ts";
import { transferWords } from "./words.ts";

const PATH = "transfers/line";

/** The typed text is sent in a body, so that a card number typed there is in no address. */
export const seekOrderRoute = merchantRoute({
  method: "POST",
  path: `${PATH}/find`,
  permission: "transfers.settle",
  run: async (context): Promise<PanelAnswer> => {
    const { line = "", q = "" } = context.request.body;
    if (!mayBeCardNumber(q)) return redirect(context.to(PATH) + queryText({ line, q: q.trim() }));
    const { cardNumber } = listWords[context.language];
    return redirect(context.to(PATH) + queryText({ line }), refusal(cardNumber));
  },
});

/** The orders by transfer that the typed text finds; undefined if nothing was typed. */
export async function soughtOrders(
  context: MerchantContext,
): Promise<readonly TransferOrder[] | undefined> {
  const { kit, scope, request } = context;
  const { q = "" } = request.query;
  if (q.trim() === "") return undefined;
  const query = { q, payment_type: "bank_transfer", per_page: "25" };
  const read = readSearch({ ...context, request: { ...request, query } });
  const found = read.ok ? await kit.finder.find(scope, read.value.search) : "too_slow";
  if (found === "too_slow") return [];
  return transferOrders(
    kit,
    scope,
    found.payments.map(({ orderId }) => orderId),
  );
}

type SearchProps = {
  readonly waiting: WaitingLine;
  /** The payments that were found; undefined before a search. */
  readonly found: readonly Candidate[] | undefined;
};

/** A search for a payment that no sign names. */
export function OrderSearch({ waiting, found }: SearchProps) {
  const { to, request } = useMerchant();
  const words = useWords(lineWords);
  return (
    <section>
      <h2>{words.otherOrder}</h2>
      <Form action={to(`${PATH}/find`)} class="sift">
        <input type="hidden" name="line" value={lineId(waiting.line)} />
        <Field name="q" type="search" label={words.seek} value={request.query["q"]} isShort />
        <Button kind="plain">{words.find}</Button>
      </Form>
      {found !== undefined && found.length === 0 && <p class="empty">{words.notFound}</p>}
      {found !== undefined && found.length > 0 && (
        <CandidateTable waiting={waiting} candidates={found} />
      )}
    </section>
  );
}

/** The payments that a line names and that take no money any more, with their state. */
export function ClosedOrders({ orders }: { readonly orders: readonly TransferOrder[] }) {
  const { language } = useMerchant();
  const words = useWords(lineWords);
  if (orders.length === 0) return null;
  const columns: readonly Column<TransferOrder>[] = [
    {
      head: transferWords[language].order,
      isRowHead: true,
      cell: ({ request, reference }) => (
        <>
          <PaymentLink orderId={request.orderId} />
          {reference !== undefined && (
            <small class="below">
              <bdi>{reference}</bdi>
            </small>
          )}
        </>
      ),
    },
    {
      head: transferWords[language].amount,
      cellClass: "number",
      cell: ({ request }) => formatMoney(request.amount, language),
    },
    { head: words.customer, cell: ({ customer }) => <bdi>{fullName(customer)}</bdi> },
    {
      head: words.state,
      cell: ({ payment }) => <Status status={statusOf(payment)} />,
    },
  ];
  return (
    <section>
      <h2>{words.closed}</h2>
      <p class="hint">{words.closedHint}</p>
      <Table label={words.closed} columns={columns} rows={orders} />
    </section>
  );
}
