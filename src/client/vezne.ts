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

export type {
  BankAccount,
  BasketItem,
  BinAnswer,
  BinRequest,
  CaptureAnswer,
  CardPayRequest,
  CheckoutSessionRequest,
  CodesPayAnswer,
  CreditPayRequest,
  Currency,
  Customer,
  DeclineCode,
  EmbeddedSessionRequest,
  ExportQuery,
  FlagsPayAnswer,
  InstallmentOption,
  InstallmentRequest,
  InstallmentsAnswer,
  Language,
  Metadata,
  Mode,
  OrderAmountRequest,
  OrderRequest,
  PapelPayRequest,
  PayRequest,
  PaymentEvent,
  PaymentNotice,
  PaymentStatus,
  PaymentType,
  RefundAnswer,
  RefundEvent,
  RefundLookup,
  RefundNotice,
  RefundStatus,
  Session,
  SessionEvent,
  SessionNotice,
  ShoppingCreditOptions,
  StatusAnswer,
  StatusRequest,
  StoredCard,
  StoredCardErased,
  StoredCardPage,
  StoredCardQuery,
  SummaryQuery,
  TokenPayRequest,
  Transaction,
  TransactionPage,
  TransactionQuery,
  TransferPayRequest,
  VoidAnswer,
  WalletOptions,
  WalletPayRequest,
  WebhookEvent,
  WireTransferOptions,
} from "../../clients/typescript/interface.d.ts";
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
export type { PayAnswer } from "./payments.ts";
export type { Fetch } from "./platform.ts";
export type { Export, Summary } from "./reports.ts";
export type { CallOptions, KeyedCallOptions, ResponseStyle } from "./transport.ts";
export {
  verifyRedirect,
  type FailRedirect,
  type RedirectSource,
  type SuccessRedirect,
  type VerifiedRedirect,
} from "./verify-redirect.ts";
export { verifyWebhook, type VerifyWebhookOptions, type WebhookHeaders } from "./verify-webhook.ts";
