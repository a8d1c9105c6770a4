/**
 * The group and the method of each operation in the notation of Python; PHP writes both in camel
 * case. An operation without a line here stops the generation.
 */
export const METHODS = {
  createCheckoutSession: ["sessions", "create"],
  createEmbeddedSession: ["sessions", "create_embedded"],
  pay: ["payments", "create"],
  getPaymentStatus: ["payments", "status"],
  capturePayment: ["payments", "capture"],
  voidPayment: ["payments", "void"],
  refundPayment: ["payments", "refund"],
  getRefund: ["payments", "get_refund"],
  lookUpBin: ["lookups", "bin"],
  lookUpInstallments: ["lookups", "installments"],
  listTransferBanks: ["lookups", "bank_transfer"],
  listWallets: ["lookups", "wallets"],
  listLenders: ["lookups", "shopping_credit"],
  listStoredCards: ["cards", "list"],
  eraseStoredCard: ["cards", "delete"],
  listTransactions: ["transactions", "list"],
  summarizeTransactions: ["transactions", "summary"],
  exportTransactions: ["transactions", "export"],
  listEvents: ["events", "list"],
  streamEvents: ["events", "stream"],
  createWebhookEndpoint: ["webhook_endpoints", "create"],
  listWebhookEndpoints: ["webhook_endpoints", "list"],
  removeWebhookEndpoint: ["webhook_endpoints", "delete"],
  createMerchant: ["merchants", "create"],
  listMerchants: ["merchants", "list"],
  getMerchant: ["merchants", "get"],
  changeMerchant: ["merchants", "change"],
  getLiveState: ["merchants", "live_state"],
  switchLive: ["merchants", "switch_live"],
  listKeys: ["keys", "list"],
  createKey: ["keys", "create"],
  rollKey: ["keys", "roll"],
  endKey: ["keys", "end"],
  listUsers: ["users", "list"],
  inviteUser: ["users", "invite"],
  changeUser: ["users", "change"],
  getProtocol: ["connections", "protocol"],
  listConnections: ["connections", "list"],
  addConnection: ["connections", "add"],
  getConnection: ["connections", "get"],
  changeConnection: ["connections", "change"],
  testConnection: ["connections", "test"],
  getCommissionRates: ["commission_rates", "get"],
  replaceCommissionRates: ["commission_rates", "replace"],
  listCommissionRatesVersions: ["commission_rates", "versions"],
  getCommissionRatesVersion: ["commission_rates", "get_version"],
  getInstallmentLimits: ["installment_limits", "get"],
  replaceInstallmentLimits: ["installment_limits", "replace"],
  listInstallmentLimitsVersions: ["installment_limits", "versions"],
  getInstallmentLimitsVersion: ["installment_limits", "get_version"],
  getSettlementTerms: ["settlement_terms", "get"],
  replaceSettlementTerms: ["settlement_terms", "replace"],
  listSettlementTermsVersions: ["settlement_terms", "versions"],
  getSettlementTermsVersion: ["settlement_terms", "get_version"],
  replaceCardTable: ["card_table", "replace"],
};

/** POSTs that change nothing and therefore need no idempotency key. */
export const LOOK_UPS = new Set([
  "lookUpBin",
  "lookUpInstallments",
  "listTransferBanks",
  "listWallets",
  "listLenders",
]);

/** Names of types that differ from those of the document's components. */
export const TYPE_NAMES = {
  CreditOptions: "ShoppingCreditOptions",
  Installments: "InstallmentsAnswer",
  PayAnswerFlags: "PayAnswer",
  RefundFound: "Refund",
  SessionCreated: "Session",
};

/** Names of types that the document writes where they are used, by owner and field. */
export const INLINE_NAMES = {
  "ShoppingCreditOptions.banks": "ShoppingCreditBank",
  "TransferOptions.banks": "TransferBank",
  "Summary.period": "SummaryPeriod",
  "Summary.breakdown_by_type": "SummaryOfType",
  "WalletOptions.wallets": "Wallet",
  getCommissionRates: "CommissionRates",
  replaceCommissionRates: "CommissionRates",
  getCommissionRatesVersion: "CommissionRatesVersion",
  getInstallmentLimits: "InstallmentLimits",
  replaceInstallmentLimits: "InstallmentLimits",
  getInstallmentLimitsVersion: "InstallmentLimitsVersion",
  getSettlementTerms: "SettlementTerms",
  replaceSettlementTerms: "SettlementTerms",
  getSettlementTermsVersion: "SettlementTermsVersion",
};

/** Names of lists of values, by owner and field or by field; other lists stay where they are. */
export const VALUE_NAMES = {
  "BankConnection.state": "ConnectionState",
  "BankConnectionChange.state": "ConnectionState",
  "Event.type": "EventType",
  "LiveCondition.name": "LiveConditionName",
  "LiveCondition.state": "LiveConditionState",
  "Merchant.state": "MerchantState",
  "MerchantChange.state": "MerchantState",
  "MerchantCreated.state": "MerchantState",
  "PanelUser.state": "UserState",
  "PanelUserChange.state": "UserState",
  "PanelUserInvited.state": "UserState",
  "PayRequest.payment_type": "PaymentMethod",
  "WebhookEndpoint.state": "EndpointState",
  "WebhookEndpointCreated.state": "EndpointState",
  "exportTransactions.format": "ExportFormat",
  "exportTransactions.payment_type": "PaymentTypeFilter",
  "listTransactions.payment_type": "PaymentTypeFilter",
  capture_method: "CaptureMethod",
  events: "EventType",
  language: "Language",
  mode: "Mode",
  response_style: "ResponseStyle",
  rights: "KeyRight",
  role: "Role",
  three_d_secure: "ThreeDSecurePolicy",
};

/** Fields whose values no printed form of an answer shows. */
export const SECRET = /(^|_)(api_key|secret|password_url)$/;
