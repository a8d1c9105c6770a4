import { ADMIN_OWN_TEXTS, ADMIN_TEXTS } from "./admin-field-texts.ts";

/** The meaning of each field name; it holds everywhere unless a component overrides it below. */
const TEXTS: Readonly<Record<string, string>> = {
  account_holder: "Name of the person or company that holds the account.",
  acquirer:
    "Acquirer of the payment: `sandbox` for the test bank, `bank_transfer`, or the id of a connection.",
  address: "Street address, up to 1 000 characters.",
  amount: "Minor units of the currency: 1250 is 12.50.",
  approval_rate: "Percent of successful among successful and failed payments, to two decimals.",
  bank_account:
    "The account to which the customer sends the money, and the code for the transfer's description.",
  bank_code: "EFT code of a bank, four digits.",
  bank_name: "Name of the bank.",
  banks: "The banks, in the order in which customers should see them.",
  basket_items: "The goods of the purchase, which the customer sees.",
  bin_number: "The card number's first digits, never more.",
  brand_name: "Brand of the goods.",
  breakdown_by_type:
    "By payment type: the number of payments, and the sum of the successful ones in the currency.",
  capture_before:
    "The end of a hold: the bank may refuse a later capture. `payment.hold_expiring` comes 24 hours before.",
  capture_method:
    "Extension: `manual` only holds the amount of a card payment, to be captured later. Default `automatic`.",
  captured_amount: "The captured amount, in minor units.",
  card_brand: "Such as visa, mastercard, troy or amex.",
  card_category: "`individual` or `commercial`.",
  card_holder_name: "Name on the card. Required for `creditcard` unless `card_token` is sent.",
  card_last_four: "Last four digits of the card.",
  card_number:
    "Required for `creditcard` unless `card_token` is sent. Spaces and dashes are ignored.",
  card_program: "Installment program, such as Bonus.",
  card_token: "A stored card of this merchant's customer.",
  card_type: "`credit`, `debit` or `prepaid`.",
  cards: "The stored cards of the page, newest first.",
  category: "The merchant's own number of a category.",
  charged_amount:
    "The amount that the customer is charged, in minor units; above `amount` by the commission.",
  financing_amount: "The part of `charged_amount` above `amount`, in minor units.",
  checkout_url: "Address of the session's hosted page, to which the customer is sent.",
  city: "City.",
  code: "Reason for a payment that ended without money; stable, for programs.",
  commission_rate: "Percent that the customer pays on top.",
  count: "Number of payments.",
  country: "Country.",
  created_at: "UTC, ISO 8601.",
  currency: "ISO 4217 code. Default TRY.",
  customer: "The customer who pays.",
  customer_id: "The merchant's own reference of the customer.",
  cvc: "Security code of the card. Never stored, not for a moment.",
  data: "The record at that moment, with the session's metadata.",
  detail: "The error in words for people: names the field and its rule.",
  description: "A text for people.",
  disabled_reason:
    "`by_hand`, `gone` (it answered 410), or `failing` (nothing arrived for three days).",
  email: "E-mail address.",
  endpoint_id: "Id of the webhook endpoint.",
  end: "Last day, included.",
  end_date: "Last day, included, in the merchant's time zone.",
  events: "The events of the page, in their order.",
  errors: "Each field that is wrong.",
  event_sequence:
    "1, 2, 3 … among the events of this payment, its refunds included, or of a session that has no " +
    "payment: of two events, the higher one is the later. After a restore of the service the numbers " +
    "go on far above. Absent from events of before an upgrade.",
  expire_month: "Required for `creditcard` unless `card_token` is sent.",
  expire_year: "Required for `creditcard` unless `card_token` is sent.",
  expires_at: "UTC, ISO 8601.",
  fail_url: "Return URL after a failed payment. Same rules as `success_url`.",
  failed: "Payments that failed.",
  field: "The field's name, with its path.",
  format: "The file's format.",
  has_more: "True if events after `next` exist at this moment.",
  html_content: "A self-submitting form as a whole document, instead of `redirect_url`.",
  iban: "International bank account number.",
  id: "The merchant's own reference of the goods.",
  identity_number: "National identity number; its checksum is not held against it.",
  installment_amount: "Each installment, in minor units.",
  installment_count: "Number of installments.",
  installments: "The installment options; `installment_count` takes the `count` of one.",
  ip_address: "The customer's IP address.",
  is_3d:
    "Asks for 3-D Secure; recommended. The merchant's policy may demand it all the same. Default false.",
  language: "Language of pages and messages. Default `tr`.",
  max_amount: "Highest amount, in minor units.",
  max_installments: "Most installments of the loan.",
  merchant_api_key:
    "The merchant's key; the key that creates a session decides whether it is a test. Refund, void and " +
    "capture need it only without the header `Authorization`.",
  message: "For people, in the session's language; never to be parsed.",
  metadata:
    "Free-form, returned in the redirect and in webhooks: 50 keys and 8 KiB as JSON at most.",
  min_amount: "Lowest amount, in minor units.",
  mode:
    "`test` reaches the merchant's test connections, or without one the test bank; never a live " +
    "terminal. `live` reaches the merchant's live connections only.",
  name: "Given name.",
  next: "Value of `after` for the events that come next.",
  on_hold_end:
    "Extension: the request in the last hour of a hold that was neither captured nor voided: `void`, " +
    "`capture`, or `keep`, which sends nothing. Default: the merchant's setting.",
  order_id: "Id of the payment.",
  page: "Number of the page.",
  payment: "The payment that is refunded.",
  payment_type: "The payment method.",
  per_page: "Number of records on a page.",
  period: "The days that were summed.",
  phone: "Telephone number.",
  postal_code: "Postal code.",
  qty: "Quantity.",
  redirect_url: "Address of the service's page that takes the customer to the bank.",
  reference:
    "Extension: the merchant's own number of the order, up to 100 characters; the panel finds it. " +
    "It is kept when personal data is erased, so it must not hold any.",
  reference_code: "Code that the customer writes into the transfer's description.",
  refund_id: "Id of the refund.",
  refunded: "Payments with any money returned.",
  refundable_amount: "The amount that may still be refunded of the payment, in minor units.",
  refunded_amount: "The refunded amount, in minor units.",
  removed: "True: the endpoint is removed.",
  save_card: "Stores the card and answers its `card_token`. Default false.",
  secret: "Secret with which the deliveries are signed.",
  session_id: "Id of the session.",
  start: "First day.",
  start_date: "First day, in the merchant's time zone; a time counts by its day there.",
  state: "`disabled` endpoints are sent nothing.",
  status: "Status of the payment.",
  success: "True: the call was answered. A refusal is a problem with `success: false`.",
  success_url:
    "Return URL after a successful payment: absolute https (http for test keys and " +
    "loopback hosts), no credentials, no fragment, 2 048 characters at most.",
  successful: "Payments that are completed, authorized or refunded.",
  surname: "Family name.",
  timestamp: "Time of the event; UTC, ISO 8601.",
  title: "The HTTP status in words.",
  total: "Number of matches on all pages together.",
  total_amount: "Sum of the successful payments in one currency, in minor units.",
  total_transactions: "All payments of the period, in `currency` where it was given.",
  transactions: "The records of the page, newest first.",
  type: "Address of the page about this problem.",
  url: "Address to which events are sent.",
  unit_price: "Price of one, in minor units.",
  updated_at: "UTC, ISO 8601.",
  waits_for:
    "The reason why a refund is pending: the bank's decision (`bank`) or its day end (`day_end`), a person " +
    "who clears it with the bank (`person`), or a transfer that is sent back by hand (`transfer`).",
  wallet_id: "From the wallet options. Required for `wallet`.",
  wallets: "The wallets, in the order in which customers should see them.",
};

/** The fields that mean something else in a component. */
const OWN_TEXTS: Readonly<Record<string, string>> = {
  "BasketItem.name": "Name of the goods.",
  "CaptureAnswer.success":
    "False if the amount is still held: the bank refused, or has not decided.",
  "CaptureAnswer.status": "`completed`, or `authorized` if the amount is still held.",
  "EmbeddedSessionRequest.currency": "ISO 4217 code; GBP is not taken here.",
  "WebhookEndpointList.endpoints": "The endpoints, oldest first.",
  "WebhookEndpoint.events": "The types that it is sent; null for all.",
  "WebhookEndpointCreated.events": "The types that it is sent; null for all.",
  "WebhookEndpointRequest.events": "The types that it is sent. Default all.",
  "Event.id": "Id of the event; the `webhook-id` of its deliveries.",
  "Event.type": "Type of the event.",
  "InstallmentOption.count": "Number of installments; 1 is a single charge.",
  "InstallmentOption.total_amount": "Total of the charge, in minor units.",
  "PayAnswerCodes.card_token": "Token of the stored card; null where the card was not saved.",
  "PayAnswerCodes.status": "Result code: 0 success, 1 redirect, negative an error.",
  "PayAnswerFlags.success": "False for a payment that was declined or given up.",
  "PayAnswerFlags.installment_count": "Number of installments, where there are several.",
  "PayRequest.bank_code":
    "From the option lists. Required for `shopping_credit`; optional for `bank_transfer`.",
  "PayRequest.installment_count": 'One that the installment look-up offers. Default "1".',
  "PayRequest.payment_type":
    "`wire_transfer` is `bank_transfer`, and `shoppingcredit` is `shopping_credit`.",
  "PaymentProblem.code": "Stable, for programs; each has a page under `/docs/errors/`.",
  "PaymentProblem.status": "The HTTP status; −1 where `pay` answers in the style `codes`.",
  "Problem.code": "Stable, for programs; each has a page under `/docs/errors/`.",
  "Problem.status": "The HTTP status.",
  "RefundAnswer.amount": "Amount of this refund, in minor units.",
  "RefundAnswer.status": "Status of the refund.",
  "RefundFound.amount": "Amount of this refund, in minor units.",
  "RefundFound.status": "Status of the refund.",
  "PaymentProblem.success": "Always false.",
  "PaymentStatusAnswer.success":
    "Always true: the order was found. `status` is that of the payment.",
  "RefundAnswer.success": "False where the bank refused; nothing moved.",
  "RefundFound.success": "Always true: the refund was found. `status` is that of the refund.",
  "RefundNotice.amount": "Amount of this refund, in minor units.",
  "RefundNotice.status": "Status of the refund.",
  "SessionCreated.expires_at": "One hour after creation; UTC, ISO 8601.",
  "Wallet.name": "Name by which customers know the wallet.",
  "VoidAnswer.success": "False if the amount is still held: the bank refused, or has not decided.",
  "VoidAnswer.status": "`cancelled`, or `authorized` if the amount is still held.",
};

export function fieldText(owner: string, field: string): string | undefined {
  const name = `${owner}.${field}`;
  return OWN_TEXTS[name] ?? ADMIN_OWN_TEXTS[name] ?? TEXTS[field] ?? ADMIN_TEXTS[field];
}
