/** The answers of the operations that the client has, by their names in the document. */
export const ANSWERS = {
  SessionCreated: "Session",
  PayAnswerFlags: "FlagsPayAnswer",
  PayAnswerCodes: "CodesPayAnswer",
  PaymentStatusAnswer: "StatusAnswer",
  CaptureAnswer: "CaptureAnswer",
  VoidAnswer: "VoidAnswer",
  RefundAnswer: "RefundAnswer",
  RefundFound: "RefundLookup",
  BinInformation: "BinAnswer",
  Installments: "InstallmentsAnswer",
  TransferOptions: "WireTransferOptions",
  WalletOptions: "WalletOptions",
  CreditOptions: "ShoppingCreditOptions",
  StoredCardList: "StoredCardPage",
  StoredCardErased: "StoredCardErased",
  TransactionList: "TransactionPage",
  Summary: "FlagsSummary",
  SummaryShort: "CodesSummary",
  PaymentNotice: "PaymentNotice",
  RefundNotice: "RefundNotice",
  SessionNotice: "SessionNotice",
};

/** The arguments of the operations: parameters of the path and the query, and the body's fields. */
export const REQUESTS = {
  createCheckoutSession: "CheckoutSessionRequest",
  createEmbeddedSession: "EmbeddedSessionRequest",
  pay: "PayRequest",
  getPaymentStatus: "StatusRequest",
  capturePayment: "OrderAmountRequest",
  voidPayment: "OrderRequest",
  lookUpBin: "BinRequest",
  lookUpInstallments: "InstallmentRequest",
  listTransferBanks: "OptionsRequest",
  listStoredCards: "StoredCardQuery",
  listTransactions: "TransactionQuery",
  summarizeTransactions: "SummaryQuery",
  exportTransactions: "ExportQuery",
};

/** Types of fields that the document states less exactly, by field or by owner and field. */
export const FIELD_TYPES = {
  metadata: "Metadata",
  "PayRequest.installment_count": "number | `${number}`",
  "VoidAnswer.code": 'DeclineCode | "bank_undecided"',
  "CaptureAnswer.code": 'DeclineCode | "bank_undecided"',
  "TransferBank.currency": "Currency",
  "BinAnswer.success": "true",
  "InstallmentsAnswer.success": "true",
  "WireTransferOptions.success": "true",
  "WalletOptions.success": "true",
  "ShoppingCreditOptions.success": "true",
  "FlagsSummary.breakdown_by_type": "{ readonly [Type in PaymentType]?: SummaryOfType }",
};

/** Lists of values to which a later version of the service may add. */
export const OPEN_VALUES = new Set(["DeclineCode"]);

const FACTS = "installment_count? charged_amount? financing_amount? card_last_four? card_token?";
const HOLD_OUTCOMES = [
  { is: { success: "true" }, has: "" },
  { is: { success: "false" }, has: "code" },
];

/**
 * Types that are unions, while the document has one type with optional fields. Each variant lists
 * the values by which it is recognised (`is`) and the fields that it has (`has`; a question mark
 * makes one optional). All variants have the fields that none of them names. `excludes` are fields
 * that the compiler refuses.
 */
export const VARIANTS = {
  FlagsPayAnswer: [
    {
      name: "FlagsPaid",
      is: { success: "true", status: '"completed" | "authorized"' },
      has: "capture_before?",
    },
    {
      name: "FlagsProcessing",
      note:
        "With `redirect_url`, redirect the customer there (or render `html_content`). Without " +
        "it, the bank has not answered yet: query `status`, or wait for the webhook.",
      is: { success: "true", status: '"processing"' },
      has: "redirect_url? html_content?",
    },
    {
      name: "FlagsPending",
      is: { success: "true", status: '"pending"' },
      has: "bank_account",
    },
    {
      name: "FlagsDeclined",
      is: { success: "false", status: '"failed" | "cancelled"' },
      has: "code",
    },
  ],
  CodesPayAnswer: [
    {
      name: "CodesAccepted",
      note: "Paid, preauthorised, or waiting for the transfer to `bank_account`.",
      is: { status: "0" },
      has: `order_id amount ${FACTS} capture_before? bank_account?`,
    },
    {
      name: "CodesRedirect",
      is: { status: "1" },
      has: `order_id amount ${FACTS} redirect_url html_content`,
    },
    {
      name: "CodesDeclined",
      note: "−1 general, −2 balance, −3 card blocked, −5 card number.",
      is: { status: "-1 | -2 | -3 | -5" },
      has: `order_id? amount? ${FACTS}`,
    },
    {
      name: "CodesExpired",
      note: "The session has expired.",
      is: { status: "-4" },
      has: "",
    },
  ],
  VoidAnswer: HOLD_OUTCOMES,
  CaptureAnswer: HOLD_OUTCOMES,
  RefundAnswer: [
    {
      is: { success: "true", status: '"refunded" | "partially_refunded" | "refund_pending"' },
      has: "",
    },
    { is: { success: "false", status: '"refund_failed"' }, has: "code" },
  ],
  PayRequest: [
    {
      name: "CardPayRequest",
      note: "A typed card.",
      is: { payment_type: '"creditcard"' },
      has:
        "card_holder_name card_number expire_month expire_year cvc is_3d? installment_count? " +
        "save_card?",
      excludes: ["card_token"],
    },
    {
      name: "TokenPayRequest",
      note: "A stored card.",
      is: { payment_type: '"creditcard"' },
      has: "card_token cvc? is_3d? installment_count?",
      excludes: ["card_number", "save_card"],
    },
    {
      name: "TransferPayRequest",
      is: { payment_type: '"bank_transfer" | "wire_transfer"' },
      has: "bank_code?",
    },
    { name: "WalletPayRequest", is: { payment_type: '"wallet"' }, has: "wallet_id" },
    {
      name: "CreditPayRequest",
      is: { payment_type: '"shopping_credit" | "shoppingcredit"' },
      has: "bank_code installment_count?",
    },
    { name: "PapelPayRequest", is: { payment_type: '"papel"' }, has: "" },
  ],
};
