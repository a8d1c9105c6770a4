import { may } from "../../domain/merchant/permission.ts";
import { MOVEMENT_KINDS } from "../../domain/payment/acquirer-outcomes.ts";
import type { MovementKey, UnknownMovement } from "../../domain/payment/movement/movement.ts";
import { ORDER_BOOKINGS } from "../../domain/payment/movement/note-booking.ts";
import { adoptBooking } from "../../domain/refund/adopt-booking.ts";
import { formatMoney } from "../../page/format.ts";
import { done, NOT_FOUND, redirect, refusal, type PanelAnswer } from "../kit/answer.ts";
import { type FormFacts, type MerchantContext, useMerchant, useWords } from "../kit/context.ts";
import type { Question } from "../kit/question.ts";
import { merchantRoute } from "../kit/route.ts";
import { Button, Form } from "../../page/parts/form.tsx";
import { PaymentLink } from "../parts/payment-link.tsx";
import { Table, type Column } from "../../page/parts/table.tsx";
import { When } from "../../page/parts/when.tsx";
import { bookingWords } from "./booking-words.ts";

export const CASES_PATH = "cases";
const CLEAR_PATH = `${CASES_PATH}/booking`;

/** Takes a booking off the list, after a person has cleared it with the bank. */
export const clearBookingRoute = merchantRoute({
  method: "POST",
  path: CLEAR_PATH,
  permission: "payments.clear",
  audit: { action: "booking.cleared", kind: "booking", field: "reference" },
  run: clear,
  ask: askClearing,
});

async function askClearing(context: MerchantContext): Promise<Question | undefined> {
  const { kit, scope, request, language } = context;
  const words = bookingWords[language];
  const key = keyIn(request.body);
  const booking = key && (await kit.unknownMovements.find(scope, key));
  if (booking === undefined) return undefined;
  const { kind, amount, acquirer, reference, bankReference, orderId } = booking;
  const isAdoption = request.body["finding"] === "adopt";
  return {
    title: isAdoption ? words.adopt : words.clear,
    facts: [
      [words.what, words.kinds[kind]],
      [words.amount, formatMoney(amount, language)],
      [words.bank, acquirer],
      [words.reference, `${reference} · ${bankReference}`],
      [words.order, orderId && <PaymentLink orderId={orderId} />],
    ],
    effects: [isAdoption ? words.adoptEffect : words.clearEffect],
    isDanger: !isAdoption,
  };
}

async function clear(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, scope, request, language } = context;
  const words = bookingWords[language];
  const key = keyIn(request.body);
  if (key === undefined) return NOT_FOUND;
  const { reference, acquirer, kind, bankReference } = key;
  const object = { kind: "booking", id: reference };
  const before = { acquirer, kind, bank_reference: bankReference };
  if (request.body["finding"] === "adopt") return adopt(context, key, { object, before });
  if (!(await kit.unknownMovements.clear(scope, key, kit.clock.now()))) {
    return redirect(context.to(CASES_PATH), refusal(words.gone));
  }
  await context.log.done({ before });
  return redirect(context.to(CASES_PATH), done(words.cleared));
}

/** Takes a booking into the books that the service lost, or never made. */
async function adopt(
  context: MerchantContext,
  key: MovementKey,
  facts: FormFacts,
): Promise<PanelAnswer> {
  const { kit, scope, language } = context;
  const words = bookingWords[language];
  context.log.about({ ...facts, action: "booking.adopted" });
  const booking = await kit.unknownMovements.find(scope, key);
  if (booking === undefined) return redirect(context.to(CASES_PATH), refusal(words.gone));
  await context.log.asked({
    ...facts,
    action: "booking.adopted",
    after: { order_id: booking.orderId ?? "", amount: formatMoney(booking.amount, "en") },
  });
  const adopted = await adoptBooking(kit, scope, booking);
  if (adopted.ok) return redirect(context.to(CASES_PATH), done(words.adopted));
  const reason = adopted.refusal === "not_waiting" ? words.gone : words.impossible;
  return redirect(context.to(CASES_PATH), refusal(reason));
}

function keyIn(body: Readonly<Record<string, string>>): MovementKey | undefined {
  const kind = MOVEMENT_KINDS.find((one) => one === body["kind"]);
  const { acquirer, reference, bank_reference: bankReference } = body;
  if (kind === undefined || acquirer === undefined) return undefined;
  if (reference === undefined || bankReference === undefined) return undefined;
  return { acquirer, reference, kind, bankReference };
}

type Props = { readonly bookings: readonly UnknownMovement[] };

/** The bookings that banks list and no request of the service explains. */
export function UnknownBookings({ bookings }: Props) {
  if (bookings.length === 0) return <></>;
  const { language, signedIn } = useMerchant();
  const words = useWords(bookingWords);
  const columns: readonly Column<UnknownMovement>[] = [
    {
      head: words.bookedAt,
      cell: ({ bookedAt }) => <When at={bookedAt} />,
    },
    { head: words.what, cell: ({ kind }) => words.kinds[kind] },
    { head: words.amount, isNumber: true, cell: ({ amount }) => formatMoney(amount, language) },
    { head: words.bank, cell: ({ acquirer }) => acquirer },
    {
      head: words.reference,
      cell: ({ reference, bankReference }) => `${reference} · ${bankReference}`,
    },
    {
      head: words.order,
      cell: ({ orderId }) => (orderId === undefined ? "" : <PaymentLink orderId={orderId} />),
    },
  ];
  const decide: Column<UnknownMovement> = {
    head: words.decide,
    cell: (booking) => <Clear booking={booking} />,
  };
  return (
    <>
      <h2>{words.title}</h2>
      <p>{words.intro}</p>
      <Table
        label={words.title}
        columns={may(signedIn.user, "payments.clear") ? [...columns, decide] : columns}
        rows={bookings}
      />
    </>
  );
}

function isAdoptable({ kind, orderId }: UnknownMovement): boolean {
  return orderId !== undefined && ORDER_BOOKINGS.some((one) => one === kind);
}

function Clear({ booking }: { readonly booking: UnknownMovement }) {
  const { to } = useMerchant();
  const words = useWords(bookingWords);
  return (
    <Form action={to(CLEAR_PATH)}>
      <input type="hidden" name="acquirer" value={booking.acquirer} />
      <input type="hidden" name="reference" value={booking.reference} />
      <input type="hidden" name="kind" value={booking.kind} />
      <input type="hidden" name="bank_reference" value={booking.bankReference} />
      {isAdoptable(booking) && (
        <Button kind="plain" name="finding" value="adopt">
          {words.adopt}
        </Button>
      )}
      <Button kind="plain">{words.clear}</Button>
    </Form>
  );
}
