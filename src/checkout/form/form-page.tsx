import type { VNode } from "preact";
import { randomText } from "../../kernel/ids.ts";
import { earlierRefusals } from "../../domain/payment/acquirer-directory.ts";
import { cardChoices, type TypedFacts } from "./card-choices.ts";
import type { CardFieldErrors } from "./card-panel.tsx";
import { declineText } from "../decline-text.ts";
import type { FormMessage } from "./form-props.ts";
import { FormView } from "./form-view.tsx";
import type { Method } from "../../page/method.ts";
import { offeredMethods, offersOf, type Offers } from "./offers.ts";
import type { Checkout, PageKit } from "../page-kit.ts";
import { viewOf, type ViewContext } from "../view-context.ts";

/** 130 bits, like a session id, so that the key of another form cannot be guessed. */
const FORM_KEY_LENGTH = 26;

/** The errors that the form is shown with, and its submitted values. */
export type FormFacts = {
  readonly method?: Method | undefined;
  readonly errors?: CardFieldErrors;
  /** A form error: a sentence about the whole form. */
  readonly refusal?: string;
  /** True if a change of the language has emptied fields that the customer had filled. */
  readonly isEmptied?: boolean;
  /** The submitted values of the card form without card number and CVC. */
  readonly card?: TypedFacts;
};

/** The page with the payment form, empty or with the values and errors of a submission. */
export async function formPage(
  kit: PageKit,
  checkout: Checkout,
  facts: FormFacts = {},
): Promise<VNode> {
  const view = viewOf(kit, checkout);
  const offers = await offersOf(kit, checkout);
  return (
    <FormView
      view={view}
      checkout={checkout}
      offers={offers}
      chosen={chosenMethod(offers, facts.method ?? draftMethod(checkout))}
      formKey={randomText(kit.random, FORM_KEY_LENGTH)}
      card={await cardChoices(kit, checkout, facts.card ?? {})}
      errors={facts.errors ?? {}}
      message={messageOf(view, checkout, {
        offers,
        facts,
        hasOtherBank: await leadsElsewhere(kit, checkout),
      })}
    />
  );
}

/**
 * The method of the draft. Undefined if the customer cancelled the last payment, so that the form
 * opens with the first method and not with the cancelled one.
 */
function draftMethod({ state, draft }: Checkout): Method | undefined {
  const last = state.kind === "payable" ? state.last : undefined;
  return last?.declineReason === "cancelled_by_customer" ? undefined : draft?.method;
}

function chosenMethod(offers: Offers, wish: Method | undefined): Method {
  const methods = offeredMethods(offers);
  const [first = "card"] = methods;
  return wish !== undefined && methods.includes(wish) ? wish : first;
}

/**
 * True if the next payment by the same card goes to another acquirer than the last one. The page
 * charges no card without 3-D Secure.
 */
async function leadsElsewhere(
  kit: PageKit,
  { state, session, merchant }: Checkout,
): Promise<boolean> {
  const last = state.kind === "payable" ? state.last : undefined;
  if (last?.card === undefined) return false;
  const refused = earlierRefusals(await kit.payments.listBySession(session.sessionId));
  if (!refused.has(last.acquirer)) return false;
  const { bin, bankName, program } = last.card;
  const chosen = await kit.acquirers.choose({
    merchant,
    session,
    card: { bin, issuer: bankName, program },
    installmentCount: last.installmentCount,
    amount: last.chargedAmount,
    purpose: "offer",
    refusedBefore: () => Promise.resolve(refused),
  });
  const isHeld = session.captureMethod === "manual";
  const next = chosen.find(
    ({ capabilities: { challenge, preauth } }) => challenge !== "none" && (preauth || !isHeld),
  );
  return next !== undefined && next.name !== last.acquirer;
}

type MessageFacts = {
  readonly offers: Offers;
  readonly facts: FormFacts;
  readonly hasOtherBank: boolean;
};

function messageOf(
  { words }: ViewContext,
  { state }: Checkout,
  { offers, facts, hasOtherBank }: MessageFacts,
): FormMessage | undefined {
  const { refusal, isEmptied = false } = facts;
  if (refusal !== undefined) return { kind: "refused", text: refusal, advice: undefined };
  if (isEmptied) return { kind: "emptied", text: words.notices.emptied, advice: undefined };
  const last = state.kind === "payable" ? state.last : undefined;
  if (last?.declineReason === undefined) return undefined;
  const { paymentType, declineReason } = last;
  const { retry, retryElsewhere, retryAnyWay } = words.decline;
  const usual = offeredMethods(offers).length > 1 ? retryAnyWay : retry;
  return {
    kind: declineReason === "cancelled_by_customer" ? "cancelled" : "refused",
    text: declineText(words, { paymentType, declineReason }),
    advice: hasOtherBank ? retryElsewhere : usual,
  };
}
