import type { TSchema } from "typebox";
import { ADMIN_COMPONENTS } from "./admin-components.ts";
import {
  BinFoundSchema,
  InstallmentOptionSchema,
  InstallmentsFoundSchema,
} from "../schema/card.ts";
import {
  CaptureAnswerSchema,
  RefundAnswerSchema,
  RefundFoundSchema,
  VoidAnswerSchema,
} from "../schema/modification-answer.ts";
import { EventListSchema, EventSchema } from "../schema/event-answer.ts";
import { OrderAmountSchema, OrderSchema } from "../schema/modification.ts";
import {
  PaymentNoticeSchema,
  RefundNoticeSchema,
  SessionNoticeSchema,
} from "../schema/event-data.ts";
import {
  CreditOptionsSchema,
  TransferOptionsSchema,
  WalletOptionsSchema,
  WalletSchema,
} from "../schema/option.ts";
import {
  BankAccountSchema,
  PayCodesSchema,
  PayFlagsSchema,
  PaymentStatusSchema,
  ResultCodeSchema,
} from "../schema/pay-answer.ts";
import { PaySchema } from "../schema/pay.ts";
import { DetailSchema, PaymentProblemSchema, ProblemSchema } from "../schema/problem.ts";
import {
  StoredCardErasedSchema,
  StoredCardListSchema,
  StoredCardSchema,
} from "../schema/stored-card-answer.ts";
import {
  ShortSummarySchema,
  SummarySchema,
  TransactionListSchema,
  TransactionSchema,
} from "../schema/report-answer.ts";
import {
  Amount,
  BasketItemSchema,
  CheckoutSessionSchema,
  CustomerSchema,
  EmbeddedCustomerSchema,
  EmbeddedSessionSchema,
  SessionCreatedSchema,
} from "../schema/session.ts";
import {
  CurrencyCode,
  DeclineCode,
  PaymentStatusText,
  RecordedType,
  RefundStatusText,
} from "../schema/words.ts";

import {
  EndpointCreatedSchema,
  EndpointListSchema,
  EndpointRemovedSchema,
  EndpointSchema,
  NewEndpointSchema,
} from "../schema/webhook.ts";

/** The named schemas of the document; every occurrence of one becomes a reference. */
export const COMPONENTS: Readonly<Record<string, TSchema>> = {
  Amount,
  BankAccount: BankAccountSchema,
  BasketItem: BasketItemSchema,
  BinInformation: BinFoundSchema,
  CaptureAnswer: CaptureAnswerSchema,
  CheckoutSessionRequest: CheckoutSessionSchema,
  CreditOptions: CreditOptionsSchema,
  Currency: CurrencyCode,
  Customer: CustomerSchema,
  DeclineCode,
  EmbeddedCustomer: EmbeddedCustomerSchema,
  EmbeddedSessionRequest: EmbeddedSessionSchema,
  Event: EventSchema,
  EventList: EventListSchema,
  ErrorDetail: DetailSchema,
  InstallmentOption: InstallmentOptionSchema,
  Installments: InstallmentsFoundSchema,
  OrderAmountRequest: OrderAmountSchema,
  OrderRequest: OrderSchema,
  PayAnswerCodes: PayCodesSchema,
  PayAnswerFlags: PayFlagsSchema,
  PaymentNotice: PaymentNoticeSchema,
  PaymentProblem: PaymentProblemSchema,
  PaymentStatus: PaymentStatusText,
  PaymentStatusAnswer: PaymentStatusSchema,
  PaymentType: RecordedType,
  PayRequest: PaySchema,
  Problem: ProblemSchema,
  RefundAnswer: RefundAnswerSchema,
  RefundFound: RefundFoundSchema,
  RefundNotice: RefundNoticeSchema,
  RefundStatus: RefundStatusText,
  ResultCode: ResultCodeSchema,
  SessionCreated: SessionCreatedSchema,
  SessionNotice: SessionNoticeSchema,
  StoredCard: StoredCardSchema,
  StoredCardErased: StoredCardErasedSchema,
  StoredCardList: StoredCardListSchema,
  Summary: SummarySchema,
  SummaryShort: ShortSummarySchema,
  Transaction: TransactionSchema,
  TransactionList: TransactionListSchema,
  TransferOptions: TransferOptionsSchema,
  VoidAnswer: VoidAnswerSchema,
  Wallet: WalletSchema,
  WalletOptions: WalletOptionsSchema,
  WebhookEndpoint: EndpointSchema,
  WebhookEndpointCreated: EndpointCreatedSchema,
  WebhookEndpointList: EndpointListSchema,
  WebhookEndpointRemoved: EndpointRemovedSchema,
  WebhookEndpointRequest: NewEndpointSchema,
  ...ADMIN_COMPONENTS,
};
