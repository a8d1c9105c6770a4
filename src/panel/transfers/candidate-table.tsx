import { may } from "../../domain/merchant/permission.ts";
import type { Candidate } from "../../domain/transfer/candidates.ts";
import type { WaitingLine } from "../../domain/transfer/ports.ts";
import { lineId } from "../../domain/transfer/statement-line.ts";
import { formatMoney } from "../../page/format.ts";
import { useMerchant, useWords } from "../kit/context.ts";
import { Button, Form } from "../../page/parts/form.tsx";
import { PaymentLink } from "../parts/payment-link.tsx";
import { Table, type Column } from "../../page/parts/table.tsx";
import { lineWords } from "./line-words.ts";
import { transferWords } from "./words.ts";

type Props = { readonly waiting: WaitingLine; readonly candidates: readonly Candidate[] };

/** The payments that may belong to a line, each with the signs for it and the form to assign it. */
export function CandidateTable({ waiting, candidates }: Props) {
  const { language, signedIn } = useMerchant();
  const words = useWords(lineWords);
  const columns: readonly Column<Candidate>[] = [
    {
      head: transferWords[language].order,
      isRowHead: true,
      cell: ({ transfer }) => (
        <>
          <PaymentLink orderId={transfer.request.orderId} />
          {transfer.reference !== undefined && (
            <small class="below">
              <bdi>{transfer.reference}</bdi>
            </small>
          )}
          {transfer.isLate && <small class="below">{words.late}</small>}
        </>
      ),
    },
    {
      head: transferWords[language].amount,
      cellClass: "number",
      cell: ({ transfer }) => formatMoney(transfer.request.amount, language),
    },
    {
      head: words.customer,
      cell: ({ transfer: { customer } }) => {
        const name = `${customer.name ?? ""} ${customer.surname ?? ""}`.trim();
        return name === "" ? "–" : <bdi>{name}</bdi>;
      },
    },
    {
      head: words.signsHead,
      cell: ({ signs }) =>
        signs.length === 0 ? "–" : signs.map((sign) => words.signs[sign]).join(", "),
    },
    {
      head: words.assign,
      isHidden: true,
      cell: (candidate) =>
        may(signedIn.user, "transfers.settle") && (
          <AssignForm waiting={waiting} candidate={candidate} />
        ),
    },
  ];
  return <Table label={words.candidates} columns={columns} rows={candidates} />;
}

type AssignProps = { readonly waiting: WaitingLine; readonly candidate: Candidate };

/** An amount other than the requested one needs a reason, which the audit log keeps. */
function AssignForm({ waiting, candidate }: AssignProps) {
  const { to } = useMerchant();
  const words = useWords(lineWords);
  const { request } = candidate.transfer;
  const [came, asked] = [waiting.remaining.minor, request.amount.minor];
  return (
    <Form action={to("transfers/line/assign")} class="sift">
      <input type="hidden" name="line" value={lineId(waiting.line)} />
      <input type="hidden" name="order" value={request.orderId} />
      {came < asked && <input type="hidden" name="accept" value="less" />}
      {came !== asked && (
        <div class="field short">
          <input
            name="reason"
            aria-label={words.reason}
            placeholder={words.reason}
            maxLength={255}
            autocomplete="off"
            required
          />
        </div>
      )}
      <Button kind={came === asked ? "main" : "plain"}>
        {came < asked ? words.acceptLess : came > asked ? words.assignPart : words.assign}
      </Button>
    </Form>
  );
}
