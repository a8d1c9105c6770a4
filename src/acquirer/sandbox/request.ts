import { beginningInTurkey } from "../../kernel/calendar-day.ts";
import { DAY, later } from "../../kernel/clock.ts";
import type { CardDetails } from "../../domain/card/card-details.ts";
import type {
  AttemptReference,
  AuthorizeRequest,
  ChallengedRequest,
  ChallengeWish,
  ModificationRequest,
  MovementQuery,
  RedirectRequest,
} from "../../domain/payment/acquirer.ts";

import { readState } from "./proof-state.ts";

export type SandboxOperation =
  | "authorize"
  | "enroll"
  | "initiate"
  | "inquire"
  | "capture"
  | "void"
  | "refund"
  | "reverse"
  | "movements";

/** A message to the test bank, not yet signed. The body may carry a card: never log it. */
export type SandboxMessage = {
  readonly operation: SandboxOperation;
  readonly terminal: string;
  readonly requestId: string;
  readonly body: string;
};

export function authorizeMessage(request: AuthorizeRequest): SandboxMessage {
  return message("authorize", request, { card: card(request.card), ...order(request) });
}

export function challengedMessage(request: ChallengedRequest): SandboxMessage {
  const { md } = readState(request.proof.state);
  return message("authorize", request, { md, ...order(request) });
}

export function enrollMessage(request: AuthorizeRequest, wish: ChallengeWish): SandboxMessage {
  return message("enroll", request, {
    card: card(request.card),
    return_url: wish.returnUrl,
    merchant_name: wish.merchantName,
    language: wish.language,
    expires_at: wish.expiresAt,
    ...order(request),
  });
}

export function initiateMessage(request: RedirectRequest): SandboxMessage {
  return message("initiate", request, {
    order_id: request.orderId,
    method: request.method,
    provider: request.provider,
    amount: Number(request.amount.minor),
    currency: request.amount.currency,
    installments: request.installmentCount,
    return_url: request.returnUrl,
    merchant_name: request.merchantName,
    language: request.language,
    expires_at: request.expiresAt,
  });
}

/** `page` is the time and the request id of the last booking before the page. */
export function movementsMessage(query: MovementQuery): SandboxMessage {
  const { merchantId, day, since, page } = query;
  const begin = beginningInTurkey(day);
  const requestId = `movements-${page ?? day}`;
  const [, bookedAt, bookedId] = /^(\d+)-(.+)$/.exec(page ?? "") ?? [];
  return {
    operation: "movements",
    terminal: merchantId,
    requestId,
    body: JSON.stringify({
      operation: "movements",
      request_id: requestId,
      from: since !== undefined && since > begin ? since : begin,
      until: later(begin, DAY),
      after:
        bookedAt === undefined ? undefined : { booked_at: Number(bookedAt), request_id: bookedId },
    }),
  };
}

export function modificationMessage(
  operation: "capture" | "void" | "refund",
  request: ModificationRequest,
): SandboxMessage {
  return message(operation, request, {
    original_request_id: request.original.attemptId,
    amount: Number(request.amount.minor),
    currency: request.amount.currency,
  });
}

export function referenceMessage(
  operation: "inquire" | "reverse",
  attempt: AttemptReference,
): SandboxMessage {
  return message(operation, attempt, {});
}

function message(
  operation: SandboxOperation,
  attempt: AttemptReference,
  content: Readonly<Record<string, unknown>>,
): SandboxMessage {
  return {
    operation,
    terminal: attempt.merchantId,
    requestId: attempt.attemptId,
    body: JSON.stringify({ operation, request_id: attempt.attemptId, ...content }),
  };
}

// An amount has at most twelve digits plus commission, which a JSON number represents exactly.
function order(request: AuthorizeRequest | ChallengedRequest): Readonly<Record<string, unknown>> {
  return {
    order_id: request.orderId,
    transaction_type: request.kind,
    amount: Number(request.amount.minor),
    currency: request.amount.currency,
    installments: request.installmentCount,
  };
}

function card(details: CardDetails): Readonly<Record<string, unknown>> {
  return {
    number: details.number.reveal(),
    expiry_month: details.expiry.month,
    expiry_year: details.expiry.year,
    ...(details.cvc === undefined ? {} : { cvc: details.cvc.reveal() }),
    holder: details.holderName,
  };
}
