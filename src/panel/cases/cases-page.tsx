import { parseAttemptId } from "../../kernel/ids.ts";
import { typedText, TYPED_TEXT_MAX } from "../../kernel/text.ts";
import { may } from "../../domain/merchant/permission.ts";
import type { Attempt } from "../../domain/payment/payment.ts";
import type { NotIndependent } from "../../domain/merchant/independence.ts";
import { clearAttempt } from "../../domain/refund/clear-attempt.ts";
import { reasonAgainstClearing } from "../../domain/refund/clearing-person.ts";
import { formatMoney } from "../../page/format.ts";
import { done, NOT_FOUND, redirect, refusal, type PanelAnswer } from "../kit/answer.ts";
import { type MerchantContext, useMerchant, useWords } from "../kit/context.ts";
import type { Question } from "../kit/question.ts";
import { merchantRoute, type PanelRoute } from "../kit/route.ts";
import { Button, Form } from "../../page/parts/form.tsx";
import { notBefore } from "../parts/not-before.ts";
import { PaymentLink } from "../parts/payment-link.tsx";
import { Table, type Column } from "../../page/parts/table.tsx";
import { When } from "../../page/parts/when.tsx";
import { detailWords } from "../payments/payment-words.ts";
import { shell } from "../words/shell.ts";
import { CASES_PATH as PATH, clearBookingRoute, UnknownBookings } from "./unknown-bookings.tsx";
import { caseWords } from "./words.ts";

const LISTED = 100;

/** Attempts that no answer of a bank decides, and the findings of the people who clear them. */
export const caseRoutes: readonly PanelRoute[] = [
  clearBookingRoute,
  merchantRoute({ method: "GET", path: PATH, permission: "payments.see", run: casesPage }),
  merchantRoute({
    method: "POST",
    path: `${PATH}/clear`,
    permission: "payments.clear",
    audit: { action: "payment.cleared", kind: "payment", id: "" },
    run: clear,
    ask: askFinding,
  }),
];

async function askFinding(context: MerchantContext): Promise<Question | undefined> {
  const { kit, scope, request, language } = context;
  const words = caseWords[language];
  const attemptId = parseAttemptId(request.body["attempt"] ?? "");
  const attempt = attemptId && (await kit.personCases.find(scope, attemptId));
  const { isBooked, reference } = findingIn(context);
  if (attempt === undefined || isUnusable(reference)) return undefined;
  if ((await againstUser(context, attempt)) !== undefined) return undefined;
  return {
    title: isBooked ? words.booked : words.notBooked,
    facts: [
      [words.what, detailWords[language].attempts[attempt.kind]],
      [words.amount, formatMoney(attempt.amount, language)],
      [words.order, <PaymentLink orderId={attempt.orderId} />],
      [words.why, attempt.personReason === undefined ? "" : words.reasons[attempt.personReason]],
      [words.reference, reference.trim() === "" ? shell[language].nothing : reference],
    ],
    effects: [isBooked ? words.bookedEffect : words.notBookedEffect, words.noWayBack],
    isDanger: !isBooked,
  };
}

function findingIn({ request: { body } }: MerchantContext) {
  return { isBooked: body["finding"] === "booked", reference: body["reference"] ?? "" };
}

function againstUser(
  { kit, scope, signedIn }: MerchantContext,
  attempt: Attempt,
): Promise<NotIndependent | undefined> {
  return reasonAgainstClearing(kit, { scope, attempt, user: signedIn.user });
}

/** True if a number was typed that can't be one of a bank. */
function isUnusable(reference: string): boolean {
  return typedText(reference) === undefined && reference.trim() !== "";
}

async function clear(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, scope, request, language } = context;
  const words = caseWords[language];
  const attemptId = parseAttemptId(request.body["attempt"] ?? "");
  const attempt = attemptId && (await kit.personCases.find(scope, attemptId));
  if (attempt === undefined) {
    return attemptId === undefined ? NOT_FOUND : redirect(context.to(PATH), refusal(words.gone));
  }
  const { isBooked, reference } = findingIn(context);
  const bankReference = typedText(reference);
  const facts = {
    object: { kind: "payment", id: attempt.orderId },
    before: { attempt_id: attempt.attemptId, reason: attempt.personReason ?? "" },
    after: { booked: isBooked, bank_reference: bankReference ?? "" },
  };
  context.log.about(facts);
  if (isUnusable(reference)) {
    return redirect(context.to(PATH), refusal(words.wrongReference));
  }
  const against = await againstUser(context, attempt);
  if (against !== undefined) {
    const isOwn = against.code === "own_request";
    const text = isOwn ? words.own : notBefore(context, against.from);
    return redirect(context.to(PATH), refusal(text));
  }
  await context.log.asked(facts);
  const cleared = await clearAttempt(kit, { attempt, isBooked, bankReference });
  if (cleared.ok) return redirect(context.to(PATH), done(words.cleared));
  const reason = cleared.refusal === "not_waiting" ? words.gone : words.impossible;
  return redirect(context.to(PATH), refusal(reason));
}

async function casesPage(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, scope, language } = context;
  const words = caseWords[language];
  const attempts = await kit.personCases.list(scope, LISTED);
  const bookings = await kit.unknownMovements.list(scope, LISTED);
  return {
    kind: "page",
    nav: "cases",
    title: words.title,
    body: (
      <>
        <p class="lead">{words.intro}</p>
        {attempts.length === 0 ? (
          <p class="empty">{words.none}</p>
        ) : (
          <CaseTable attempts={attempts} />
        )}
        <UnknownBookings bookings={bookings} />
      </>
    ),
  };
}

function CaseTable({ attempts }: { readonly attempts: readonly Attempt[] }) {
  const { language, signedIn } = useMerchant();
  const words = useWords(caseWords);
  const columns: readonly Column<Attempt>[] = [
    {
      head: words.since,
      cell: ({ createdAt }) => <When at={createdAt} />,
    },
    { head: words.what, cell: ({ kind }) => detailWords[language].attempts[kind] },
    { head: words.amount, isNumber: true, cell: ({ amount }) => formatMoney(amount, language) },
    {
      head: words.order,
      cell: ({ orderId }) => <PaymentLink orderId={orderId} />,
    },
    {
      head: words.why,
      cell: ({ personReason }) => (personReason === undefined ? "" : words.reasons[personReason]),
    },
    {
      head: words.answered,
      cell: ({ bankCode, bankMessage, bankReference, inquiries }) =>
        [bankCode, bankMessage, bankReference, words.asked(inquiries)]
          .filter((text) => text !== undefined && text !== "")
          .join(" · "),
    },
  ];
  const decide: Column<Attempt> = {
    head: words.decide,
    cell: (attempt) => <Decide attempt={attempt} />,
  };
  const mayClear = may(signedIn.user, "payments.clear");
  return (
    <Table
      label={words.title}
      columns={mayClear ? [...columns, decide] : columns}
      rows={attempts}
    />
  );
}

function Decide({ attempt }: { readonly attempt: Attempt }) {
  const { to } = useMerchant();
  const words = useWords(caseWords);
  const id = `reference-${attempt.attemptId}`;
  return (
    <Form action={to(`${PATH}/clear`)}>
      <input type="hidden" name="attempt" value={attempt.attemptId} />
      <label for={id}>{words.reference}</label>
      <input id={id} name="reference" maxLength={TYPED_TEXT_MAX} />
      <Button kind="plain" name="finding" value="booked">
        {words.booked}
      </Button>
      <Button kind="danger" name="finding" value="not_booked">
        {words.notBooked}
      </Button>
    </Form>
  );
}
