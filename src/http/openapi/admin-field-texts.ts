/** The meaning of each field name that only the administration API has. */
export const ADMIN_TEXTS: Readonly<Record<string, string>> = {
  accepted_md_status:
    "The values of mdStatus that are charged after 3-D Secure; always with `1`, full authentication.",
  active_from: "From this moment on it takes payments; null: at once.",
  active_until: "From this moment on it takes no payments; null: no end.",
  added: "Rows that are new.",
  allowed_origins: "Origins that may frame the widget, besides those of the return URLs.",
  amount_max: "The largest payment that it takes, in minor units; null: no limit.",
  amount_min: "The smallest payment that it takes, in minor units; null: no limit.",
  answered_at: "The time of the bank's last full answer; null before that.",
  api_key: "The key, which no other answer contains.",
  at: "The time of the question to the bank; UTC, ISO 8601.",
  bank: "The bank's name within the protocol.",
  borne_by: "`customer` or `merchant`. Default `customer`.",
  card_bank:
    "Cards of the terminal's bank (`own`), of another bank of the program (`partner`), or `foreign`.",
  changed_at: "UTC, ISO 8601.",
  changed_by: "The person or key of the change; null for the command line and the service itself.",
  changed: "Rows with other values than before.",
  choose_password_url: "The address at which the user chooses a password, once.",
  connection_id: "Id of the connection.",
  connections: "The connections, oldest first.",
  created_by: "Its maker, as the audit log shows it; null where that was not recorded.",
  credentials: "By the names that the protocol gives them.",
  csv: "The file, in UTF-8, whose first line names the columns.",
  due_at: "The time of the next look; UTC, ISO 8601.",
  ended: "True: the key is refused from now on.",
  ends_at: "From this time on it is refused; null: it does not end by itself.",
  every_seconds: "The pause between two looks, 15 to 86400. Default 60.",
  extracts_of:
    "The connection, `acq_…` or `sandbox`, whose settlement extracts the files are; without it, or null, " +
    "they are account statements.",
  expires_in_days: "Its lifetime; without it, the key does not end by itself.",
  feed_id: "Id of the account feed.",
  feeds: "The account feeds, oldest first.",
  from: "Time from which the change holds; UTC, ISO 8601.",
  grace_hours: "The hours for which the old key still works. Default 0.",
  has_live: "True if it can take live payments.",
  has_test: "True if it has an environment for tests.",
  health:
    "`heard`; `silent`: no full answer for 15 minutes; `incomplete`: lines were not understood; " +
    "`untried` before the first look; `disabled`.",
  hosts: "`bank`, or `simulated_bank` for the doors of the test bank in test mode and rehearsals.",
  installment_counts: "The installments of the contract, from 2 on.",
  is_required: "True if a connection needs it.",
  is_secret: "True if it is stored encrypted and never shown.",
  key_ref: "Short name of the key, by which it is ended.",
  keys: "The keys in force.",
  kind: "`ready`: the bank accepts the credentials; `refused`, or `unknown`.",
  hold_days:
    "The days for which the contract holds an amount, 1 to 30; null: those that are known of the " +
    "protocol and the card brand.",
  store_key:
    "The proof of the key that signs 3-D Secure, under the credentials in force: `proved` by a " +
    "return that the bank signed, `unproved` before, `refused` by the bank, `doubted` by a return " +
    "with another signature, `not_signed` where the bank signs none.",
  last_check: "The bank's last answer; null before the first question.",
  last_four: "The last four characters of the key.",
  live: "True if the merchant takes live payments by card.",
  live_api_key: "The main key of live mode, which no other answer contains.",
  live_since: "The merchant takes live payments by card since this time; null: it takes none.",
  may_start: "True if no required condition is missing.",
  merchant_id: "Id of the merchant.",
  merchants: "The merchants of the page.",
  missing: "The conditions that are missing.",
  model: "The model of 3-D Secure; null for a protocol without it.",
  mail_order:
    "True: sales without 3-D Secure are marked as mail or telephone order (MOTO) for the bank. " +
    "Default false; only protocols with `marks_mail_order` take true.",
  marks_mail_order: "True if connections by this protocol may set `mail_order`.",
  models: "The models of 3-D Secure, the recommended one first.",
  on_hold_end:
    "The request in the last hour of a hold whose session names none: `void` (default), `capture`, " +
    "or `keep`, which sends nothing.",
  networks: "The networks from which the key may be used; none: from everywhere.",
  news_at: "The time of the last look that brought a new line or row; null before that.",
  old_key_until: "The old key works until this time; null: it has ended.",
  old_secret_until: "The replaced secret signs until this time; null: none does.",
  overlap_hours: "The hours for which the replaced secret still signs. Default 24.",
  points: "The conditions, in the order in which a merchant meets them.",
  program: "Card program.",
  programs: "The card programs whose installments the contract has.",
  protocol: "Name of the bank protocol.",
  records: "All rows of the new table.",
  refund_approval_above:
    "Refunds of a payment above this sum, in minor units, need a second person; null: no limit.",
  refund_limit_raise:
    "A higher limit that was asked for and does not hold yet; the present limit, sent again, withdraws it.",
  refunds_above_limit_from:
    "From this time on its refunds may exceed the approval limit; null: never.",
  requested_by: "The person or key that asked for it, as the audit log shows it.",
  response_style: "Style of the answers of `pay` and of the summary.",
  rights: "The rights of the key; null for a main key, which has all of them.",
  role: "The role of the user in the panel.",
  row_count: "The number of its rows.",
  rows: "The rows, under the names of the columns of the imported files.",
  second_factor: "True if the user has a second factor.",
  suspended_since: "The merchant takes no payments since this time; null: it takes them.",
  terminal: "The terminal at the bank that the credentials name.",
  test_api_key: "The main key of test mode, which no other answer contains.",
  three_d_secure: "`always` requires 3-D Secure for every card payment.",
  time_zone: "IANA name; the days of reports begin at its midnight.",
  untested:
    "True: credentials are taken without asking the bank. Otherwise a new connection is `active` " +
    "only if the bank accepts them, else `disabled`; and new credentials that the bank doesn't " +
    "accept replace none. Default false.",
  url_expires_at: "The address works until this time; UTC, ISO 8601.",
  used_at: "The last use, to the minute; null before the first.",
  used_from: "The network of the last use; null before the first.",
  user_id: "Id of the user.",
  users: "The users of the merchant's panel.",
  valid_from: "First day, such as 2026-01-31.",
  valid_to: "Last day, included; null or 9999-12-31: no end.",
  value_days: "Calendar days from the capture to the payout.",
  version: "1, 2, 3 … in the order of the changes.",
  versions: "The versions, newest first.",
  webhook_secret_since: "The secret of webhooks and redirects is in use since this time.",
  webhook_secret: "The secret that signs webhooks and redirects.",
  weight: "Its share among equal connections. Default 100.",
};

const BIN_DIGITS = "First 6 to 8 digits of the card numbers.";
const MERCHANT_STATE = "A `suspended` merchant takes no new payments.";
const CONNECTION_STATE =
  "Only an `active` connection takes payments; `retired` is final, for refunds of earlier payments.";
const FEED_STATE = "Only an `active` feed is looked at.";
const USER_STATE = "A `disabled` user can't sign in.";
const KEY_NAME = "Name of the key; null for a main key.";
const RATE = "Percent, with two decimals at most.";

/** The fields of the administration API that mean something else than elsewhere. */
export const ADMIN_OWN_TEXTS: Readonly<Record<string, string>> = {
  "AccountFeed.credentials": "The credentials that are no secrets.",
  "AccountFeed.state": FEED_STATE,
  "AccountFeed.title": "A name for people.",
  "AccountFeedChange.credentials": "All credentials, which replace the stored ones.",
  "AccountFeedChange.state": FEED_STATE,
  "AccountFeedChange.title": "A name for people.",
  "AccountFeedRequest.title": "A name for people.",
  "BankConnection.currencies": "The currencies that it takes.",
  "BankConnection.credentials": "The credentials that are no secrets.",
  "BankConnection.state": CONNECTION_STATE,
  "BankConnection.title": "A name for people.",
  "BankConnectionChange.credentials": "All credentials, which replace the stored ones.",
  "BankConnectionChange.currencies": "The currencies that it takes.",
  "BankConnectionChange.state": CONNECTION_STATE,
  "BankConnectionChange.title": "A name for people.",
  "BankConnectionCheck.message": "The bank's text, or why there is no answer.",
  "BankConnectionRequest.currencies": "The currencies that it takes. Default TRY.",
  "BankConnectionRequest.title": "A name for people.",
  "BankProtocol.banks": "The banks that speak it.",
  "BankProtocol.credentials": "The credentials that a connection by it has.",
  "BankProtocol.title": "Name for people.",
  "BankProtocolBank.title": "Name of the bank.",
  "BankProtocolCredential.name": "Its name in `credentials`.",
  "BankProtocolCredential.title": "Name by which banks know the credential.",
  "BinCorrectionRemoved.removed": "Always true.",
  "BinCorrection.bin": BIN_DIGITS,
  "BinCorrectionRemoved.bin": BIN_DIGITS,
  "BinRow.bin": BIN_DIGITS,
  "CardNote.bin": BIN_DIGITS,
  "CardNote.issuer": "The issuer as the bank writes it.",
  "CardNote.bank_code": "EFT code of the issuer, as the bank says it.",
  "CardNote.said_on": "The last day on which the bank said so.",
  "CardNote.count": "Answers of the bank that said something of these cards.",
  "CardNote.differs": "The fields in which the table differs; `bin` if it has no row.",
  "CardTableImported.removed": "Rows that are gone.",
  "CardTableImported.set_aside":
    "Lines of the text that can't be read and were left out while the others were taken; the first hundred.",
  "CommissionRateRow.commission_rate": RATE,
  "InstallmentLimitRow.max_installments":
    "The most installments of the goods; null: the law's for `goods`.",
  "InstallmentLimitRow.goods":
    "The kind of goods, whose limit by law counts as well, such as `electronics`; null: none.",
  "LineSetAside.line": "Number of the line in the text, from 1.",
  "LineSetAside.reason": "The reason for which the line can't be read.",
  "LineSetAside.text": "The line as it stands in the text; long numbers are masked.",
  "LiveCondition.name": "Name of the condition.",
  "LiveCondition.state": "`missing` must be met before the start; `advice` is recommended.",
  "Merchant.name": "Name for customers.",
  "Merchant.state": MERCHANT_STATE,
  "MerchantChange.state": MERCHANT_STATE,
  "MerchantCreated.name": "Name for customers.",
  "MerchantCreated.state": MERCHANT_STATE,
  "MerchantKey.name": KEY_NAME,
  "MerchantKeyCreated.name": KEY_NAME,
  "MerchantKeyRequest.name": "Name of the key; no other key in force of the mode has it.",
  "MerchantKeyRoll.name": "Name of the key; without it, the main key.",
  "MerchantKeyRolled.name": KEY_NAME,
  "MerchantList.next": "Value of `after` for the next page; null: there is none.",
  "MerchantRequest.name": "Name for customers.",
  "PanelUser.merchant_id": "Id of the user's merchant.",
  "PanelUser.state": USER_STATE,
  "PanelUser.used_at":
    "The last sign-in; before the first one, the time at which the user was made or enabled.",
  "PanelUserChange.state": USER_STATE,
  "PanelUserInvited.state": USER_STATE,
  "PanelUserInvited.used_at": "Time at which the user was made.",
  "PanelUserRequest.language": "Of the panel. Default `tr`.",
  "SettlementTermRow.acquirer": "Id of the connection; null: every connection.",
  "SettlementTermRow.commission_rate": RATE,
  "SettlementTermRow.program": "Card program; null: any.",
  "TableVersion.removed": "Rows that are gone.",
};
