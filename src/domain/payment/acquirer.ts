import type { Currency } from "../../kernel/currency.ts";
import type { AttemptId } from "../../kernel/ids.ts";
import type {
  AuthorizeOutcome,
  CardList,
  Challenge,
  ConnectionCheck,
  Declined,
  FinalOutcome,
  InquiryOutcome,
  ModificationOutcome,
  MovementList,
  ReturnOutcome,
  UndoOutcome,
  Unknown,
} from "./acquirer-outcomes.ts";
import type {
  AuthorizeRequest,
  ChallengedRequest,
  Inquiry,
  ModificationRequest,
  MovementQuery,
  RedirectRequest,
  RefundRequest,
  ReturnRequest,
} from "./acquirer-requests.ts";
import type { Capabilities } from "./capabilities.ts";
import type { HoldTerminal } from "./hold-term.ts";
import type { RedirectOffers } from "./redirect-methods.ts";

export type {
  AcquirerState,
  Approved,
  AuthorizeOutcome,
  CardList,
  Challenge,
  ChallengeDisplay,
  ChallengeProof,
  ConnectionCheck,
  Declined,
  FinalOutcome,
  InquiryOutcome,
  ModificationOutcome,
  Movement,
  MovementList,
  Pending,
  Retry,
  ReturnOutcome,
  UndoOutcome,
  Unknown,
} from "./acquirer-outcomes.ts";
export type {
  AlikeAttempt,
  AttemptReference,
  AuthorizeRequest,
  ChallengeWish,
  ChallengedRequest,
  Inquiry,
  ModificationRequest,
  MovementQuery,
  OriginalAttempt,
  Payer,
  RedirectRequest,
  RefundRequest,
  ReturnFields,
  ReturnRequest,
} from "./acquirer-requests.ts";
export type { Capabilities } from "./capabilities.ts";

/**
 * Port to a bank, or a payment company, that moves the money; the test bank and every real one
 * implement it. An acquirer is one connection: a protocol together with a merchant's contract.
 *
 * No method throws for anything that a bank or a network may do; a result that the bank did not
 * clearly state is `unknown`. Every call has its own finite timeout (`capabilities.timeouts`). The
 * further promises of a protocol are in `capabilities`; the core assumes no others.
 */
export interface Acquirer {
  /** The connection's name, which payments keep: `sandbox`, or the id of the connection. */
  readonly name: string;
  readonly capabilities: Capabilities;
  /** True for a bank's live terminal, at which test cards are refused before the bank is asked. */
  readonly isLiveTerminal?: boolean;
  /**
   * The terminal of the connection, which decides when its holds end; absent where the defaults
   * apply.
   */
  readonly holdTerminal?: HoldTerminal;
  /** Payment methods at a provider's page; absent where the bank offers none. */
  readonly redirects?: RedirectMethods;
  /**
   * The reference under which the bank knows an attempt. Pure: always the same for one attempt, and
   * unique within the bank's terminal.
   */
  referenceOf(attemptId: AttemptId): string;
  /**
   * Charges (`sale`) or preauthorises (`preauth`), or opens 3-D Secure if the request asks for it.
   * A card that is charged without 3-D Secure never answers with a challenge unless
   * `request.challenge` allows one.
   */
  authorize(request: AuthorizeRequest): Promise<AuthorizeOutcome>;
  /**
   * Reads and verifies the fields that the customer's browser brought back. It moves no money; it
   * may ask the bank, because some protocols decrypt the return there.
   */
  readReturn(request: ReturnRequest): Promise<ReturnOutcome>;
  /** Charges or preauthorises after a passed 3-D Secure. */
  authorizeChallenged(request: ChallengedRequest): Promise<FinalOutcome>;
  /** Captures a held amount in full or in part; the rest of the amount is released. */
  capture(request: ModificationRequest): Promise<ModificationOutcome>;
  /** Releases a held amount that was not captured. */
  void(request: ModificationRequest): Promise<ModificationOutcome>;
  /** Returns captured money to the card: by a void of the sale or a refund, as the bank wants. */
  refund(request: RefundRequest): Promise<ModificationOutcome>;
  /** Asks for the result of an authorize, capture, void or refund by the attempt's reference. */
  inquire(inquiry: Inquiry): Promise<InquiryOutcome>;
  /**
   * Leaves nothing of an authorization standing, as far as the bank can: see `capabilities.undo`.
   * May be repeated until it answers `undone` or `nothing_there`.
   */
  undo(inquiry: Inquiry): Promise<UndoOutcome>;
  /**
   * Lists everything that the bank booked for the merchant's terminal on a day in Turkey, page by
   * page; absent where the protocol has no such call.
   */
  movements?(query: MovementQuery): Promise<MovementList | Unknown>;
  /** Lists the bank's own cards by their BINs; absent where the protocol has no such call. */
  cards?(): Promise<CardList | Unknown>;
  /** Asks the bank something harmless that needs the credentials, for `test` and `doctor`. */
  check?(): Promise<ConnectionCheck>;
}

/**
 * The redirect methods of an acquirer: the customer pays at the page of a wallet, a lender or
 * Papel, and the money moves with the approval there. `inquire` of the acquirer returns the result;
 * it also answers `unknown` while a lender is still deciding. `undo` cancels an approval that came
 * too late.
 */
export interface RedirectMethods {
  /** Returns the wallets and lenders that customers may choose from in that currency. */
  offers(currency: Currency): RedirectOffers;
  /**
   * Opens the provider's page: the customer's browser posts `fields` to `action`. No money moves
   * yet.
   */
  begin(request: RedirectRequest): Promise<Challenge | Declined | Unknown>;
}
