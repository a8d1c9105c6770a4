import { later } from "../../kernel/clock.ts";
import { typedText, TYPED_TEXT_MAX } from "../../kernel/text.ts";
import { may } from "../../domain/merchant/permission.ts";
import { finishAssignments } from "../../domain/transfer/assign-line.ts";
import { candidatesOf, comparedWith, type Candidate } from "../../domain/transfer/candidates.ts";
import { findTwin } from "../../domain/transfer/find-twin.ts";
import { TRANSFER_LIFETIME_MS } from "../../domain/transfer/pay-by-transfer.ts";
import type { WaitingLine } from "../../domain/transfer/ports.ts";
import { ordersNamedIn, takesTransfer } from "../../domain/transfer/order-of-line.ts";
import { returnLine } from "../../domain/transfer/resolve-line.ts";
import { lineId, type StatementLine } from "../../domain/transfer/statement-line.ts";
import { formatMoney } from "../../page/format.ts";
import { done, redirect, refusal, type PanelAnswer } from "../kit/answer.ts";
import { type MerchantContext, useMerchant, useWords } from "../kit/context.ts";
import { merchantRoute, type PanelRoute } from "../kit/route.ts";
import { Card } from "../../page/parts/card.tsx";
import { Fact, Facts } from "../../page/parts/facts.tsx";
import { Button, Field, Form } from "../../page/parts/form.tsx";
import { formatDate } from "../../page/parts/when.tsx";
import { assignRoutes } from "./assign-routes.tsx";
import { ClosedOrders, OrderSearch, soughtOrders } from "./order-search.tsx";
import { CandidateTable } from "./candidate-table.tsx";
import { lineWords } from "./line-words.ts";
import { Sender } from "./transfer-tables.tsx";
import { transferWords } from "./words.ts";

const PATH = "transfers/line";
/** The waiting transfers that are compared with a line. */
const COMPARED = 1_000;
/** The candidates that the page shows. */
const SHOWN = 20;
const TEXT_MAX = TYPED_TEXT_MAX;

/** One unmatched line: the payments that it may belong to, and its way back to the sender. */
export const lineRoutes: readonly PanelRoute[] = [
  merchantRoute({ method: "GET", path: PATH, permission: "transfers.see", run: showLine }),
  ...assignRoutes,
  merchantRoute({
    method: "POST",
    path: "transfers/return",
    permission: "transfers.settle",
    audit: { action: "transfer.settled", kind: "line", field: "line" },
    run: recordReturn,
  }),
];

async function showLine(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, scope, language, request, signedIn } = context;
  await finishAssignments(kit, scope);
  const waiting = await kit.statements.findWaiting(scope, request.query["line"] ?? "");
  if (waiting === undefined) {
    return redirect(
      context.to("transfers"),
      refusal(lineWords[language].refusals.line_not_waiting),
    );
  }
  const { line, named, sought, candidates } = await ordersFor(context, waiting);
  const twin = await findTwin(kit, scope, waiting);
  const maySettle = may(signedIn.user, "transfers.settle");
  return {
    kind: "page",
    nav: "transfers",
    title: lineWords[language].title(formatMoney(waiting.remaining, language)),
    crumbs: [{ label: transferWords[language].title, href: context.to("transfers") }],
    body: (
      <>
        <LineFacts waiting={waiting} />
        {twin !== undefined && <Twin line={twin} />}
        <ClosedOrders
          orders={[...named, ...(sought ?? [])].filter(({ payment }) => !takesTransfer(payment))}
        />
        <Candidates waiting={waiting} candidates={candidates} />
        {maySettle && (
          <OrderSearch
            waiting={waiting}
            found={
              sought &&
              comparedWith(
                line,
                sought.filter(({ payment }) => takesTransfer(payment)),
              )
            }
          />
        )}
        {maySettle && <ReturnForm waiting={waiting} />}
      </>
    ),
  };
}

/** The orders that a line may pay, those that it names, and those that a person looked for. */
async function ordersFor(context: MerchantContext, waiting: WaitingLine) {
  const { kit, scope } = context;
  const since = later(kit.clocks.now(scope), -2 * TRANSFER_LIFETIME_MS);
  const query = { owner: scope, since, limit: COMPARED };
  const { orderId } = waiting;
  const transfers = [
    ...(await kit.transfers.waitingTransfers(query)),
    ...(await kit.transfers.lateTransfers({ ...query, orderId })),
  ];
  const line = { ...waiting.line, amount: waiting.remaining };
  const named = await ordersNamedIn(kit, scope, line);
  const sought = await soughtOrders(context);
  const seen = new Set(transfers.map(({ request }) => request.orderId));
  const others = named.filter(
    (one) => takesTransfer(one.payment) && !seen.has(one.request.orderId),
  );
  const candidates = candidatesOf(line, [...others, ...transfers]);
  return { line, named, sought, candidates };
}

type Props = { readonly waiting: WaitingLine };

function LineFacts({ waiting }: Props) {
  const { language, merchant } = useMerchant();
  const words = useWords(transferWords);
  const { line, reason, remaining } = waiting;
  const { timeZone } = merchant.settings;
  return (
    <section class="card">
      <Facts>
        <Fact name={words.amount}>{formatMoney(line.amount, language)}</Fact>
        {remaining.minor < line.amount.minor && (
          <Fact name={lineWords[language].left}>{formatMoney(remaining, language)}</Fact>
        )}
        <Fact name={words.day}>{formatDate(line.bookedAt, { language, timeZone })}</Fact>
        <Fact name={words.reason}>{words.reasons[reason]}</Fact>
        <Fact name={words.sender}>
          <Sender line={line} />
        </Fact>
        <Fact name={words.description}>
          <bdi>{line.description}</bdi>
        </Fact>
      </Facts>
    </section>
  );
}

/** The line that paid the order, where it may be the same booking in another statement. */
function Twin({ line }: { readonly line: StatementLine }) {
  const words = useWords(lineWords);
  const { sender, description } = useWords(transferWords);
  return (
    <Card title={words.twin}>
      <p class="hint">{words.twinHint}</p>
      <Facts>
        <Fact name={sender}>
          <Sender line={line} />
        </Fact>
        <Fact name={description}>
          <bdi>{line.description}</bdi>
        </Fact>
      </Facts>
    </Card>
  );
}

type CandidatesProps = Props & { readonly candidates: readonly Candidate[] };

function Candidates({ waiting, candidates }: CandidatesProps) {
  const words = useWords(lineWords);
  const shown = candidates.slice(0, SHOWN);
  return (
    <section>
      <h2>{words.candidates}</h2>
      {shown.length === 0 && <p class="empty">{words.noCandidates}</p>}
      {shown.length > 0 && (
        <>
          <p class="hint">{words.candidatesHint}</p>
          <CandidateTable waiting={waiting} candidates={shown} />
          {candidates.length > SHOWN && <p class="hint">{words.best(SHOWN)}</p>}
        </>
      )}
    </section>
  );
}

function ReturnForm({ waiting }: Props) {
  const { language, to } = useMerchant();
  const words = useWords(lineWords);
  const { reference } = useWords(transferWords);
  return (
    <Card title={words.giveBack}>
      <p class="hint">{words.giveBackHint(formatMoney(waiting.remaining, language))}</p>
      <Form action={to("transfers/return")} class="narrow">
        <input type="hidden" name="line" value={lineId(waiting.line)} />
        <Field name="reference" label={reference} maxLength={TEXT_MAX} isRequired />
        <Button kind="plain">{words.markReturned}</Button>
      </Form>
    </Card>
  );
}

async function recordReturn(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, request, scope, language } = context;
  const words = transferWords[language];
  const { line = "", reference = "" } = request.body;
  const bankReference = typedText(reference);
  if (bankReference === undefined)
    return redirect(context.to("transfers"), refusal(words.noReference));
  await context.log.asked({ after: { returned_as: bankReference } });
  const returned = await returnLine(kit, { line, bankReference, owner: scope });
  const flash = returned.ok
    ? done(words.givenBack)
    : refusal(lineWords[language].refusals[returned.refusal]);
  return redirect(context.to("transfers"), flash);
}
