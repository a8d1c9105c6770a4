import type { BankForm, ProtocolForm } from "../../domain/connection/protocol-form.ts";
import type { Currency } from "../../kernel/currency.ts";
import type { MerchantId } from "../../kernel/ids.ts";
import type { Secret } from "../../kernel/secret.ts";
import type { Acquirer } from "../../domain/payment/acquirer.ts";
import type { BankTransport } from "./bank-transport.ts";
import type { SignatureWord } from "./signature-word.ts";

/**
 * How a fact is known: from a document of the bank or vendor, by a measurement at its test system,
 * from published source code of other clients, or as a guess. `docs/banks` has the facts of each
 * protocol.
 */
export type Evidence = "document" | "measured" | "published_clients" | "guess";

/**
 * A protocol of banks: the banks that speak it, the credentials that a merchant needs, and how a
 * connection becomes an acquirer. Each folder beside `kit` exports one.
 */
export type Protocol = Omit<ProtocolForm, "banks"> & {
  readonly banks: readonly BankOfProtocol[];
  /**
   * The bank's codes for a refusal of the connection itself: of its user, its terminal or our
   * address. No card is charged until a person mends it.
   */
  readonly accountCodes: ReadonlySet<string>;
  /** The bank's codes for a signature of ours that is wrong, which a wrong store key makes. */
  readonly keyCodes: ReadonlySet<string>;
  open(connection: OpenConnection, transport: BankTransport): Acquirer;
};

export type BankOfProtocol = BankForm & {
  /** How sure the addresses and deviations are. */
  readonly evidence: Evidence;
};

/** A connection with its credentials revealed by the vault, as an adapter needs it. */
export type OpenConnection = {
  readonly connectionId: string;
  readonly merchantId: MerchantId;
  readonly mode: "test" | "live";
  /** The name of the bank within the protocol. */
  readonly bank: string;
  /**
   * The bank's addresses: those of `BankOfProtocol.live` or `.test`, or, for the test bank, the
   * same keys below its own address.
   */
  readonly hosts: Readonly<Record<string, string>>;
  readonly credentials: Readonly<Record<string, Secret>>;
  /** A 3-D Secure model that `Protocol.models` lists. */
  readonly model: string;
  /** The mdStatus values that are charged; `["1"]` unless the merchant accepts more. */
  readonly acceptedMdStatus: readonly string[];
  /** Charges and holds without 3-D Secure are marked as mail order; those after it never are. */
  readonly mailOrder: boolean;
  readonly currencies: readonly Currency[];
  readonly installmentCounts: readonly number[];
  /** Called for each signature of a return that was compared with ours. */
  readonly onSignature?: ((word: SignatureWord) => void) | undefined;
};
