import { connect, type Vezne, type VezneOptions } from "./connect.ts";
import { systemPlatform } from "./platform.ts";
import type { ResponseStyle } from "./transport.ts";

/**
 * Creates a client of one merchant and mode. It keeps no connection and needs no closing.
 * @throws TypeError for an invalid base address
 */
export function createVezne<Style extends ResponseStyle = "flags">(
  options: VezneOptions<Style>,
): Vezne<Style> {
  return connect(systemPlatform, options);
}

export type { StoredCard, StoredCardErased, StoredCardPage, StoredCardQuery } from "./cards.ts";
export type { Vezne, VezneOptions } from "./connect.ts";
export type { ErrorCode } from "./error-codes.ts";
export {
  VezneAuthenticationError,
  VezneConflictError,
  VezneConnectionError,
  VezneError,
  VezneRateLimitError,
  VezneRequestError,
  VezneServerError,
  VezneSignatureError,
  type FieldError,
} from "./errors.ts";
export type {
  BinAnswer,
  BinRequest,
  InstallmentOption,
  InstallmentRequest,
  InstallmentsAnswer,
  ShoppingCreditOptions,
  WalletOptions,
  WireTransferOptions,
} from "./look-ups.ts";
export type {
  BankAccount,
  CodesPayAnswer,
  DeclineCode,
  FlagsPayAnswer,
  PayAnswer,
  PaymentStatus,
  PaymentType,
} from "./pay-answer.ts";
export type {
  CardPayRequest,
  CreditPayRequest,
  PapelPayRequest,
  PayRequest,
  TokenPayRequest,
  TransferPayRequest,
  WalletPayRequest,
} from "./pay-request.ts";
export type {
  CaptureAnswer,
  OrderAmountRequest,
  OrderRequest,
  RefundAnswer,
  RefundLookup,
  RefundStatus,
  StatusAnswer,
  StatusRequest,
  VoidAnswer,
} from "./payments.ts";
export type { Fetch } from "./platform.ts";
export type {
  Export,
  ExportQuery,
  Mode,
  Summary,
  SummaryQuery,
  Transaction,
  TransactionPage,
  TransactionQuery,
} from "./reports.ts";
export type {
  BasketItem,
  CheckoutSessionRequest,
  Currency,
  Customer,
  EmbeddedSessionRequest,
  Language,
  Metadata,
  Session,
} from "./sessions.ts";
export type { CallOptions, KeyedCallOptions, ResponseStyle } from "./transport.ts";
export {
  verifyRedirect,
  type FailRedirect,
  type RedirectSource,
  type SuccessRedirect,
  type VerifiedRedirect,
} from "./verify-redirect.ts";
export { verifyWebhook, type VerifyWebhookOptions, type WebhookHeaders } from "./verify-webhook.ts";
export type {
  PaymentEvent,
  PaymentNotice,
  RefundEvent,
  RefundNotice,
  SessionEvent,
  SessionNotice,
  WebhookEvent,
} from "./webhook-event.ts";
