import type {
  Acquirer,
  AuthorizeOutcome,
  AuthorizeRequest,
  CardList,
  ChallengedRequest,
  ConnectionCheck,
  FinalOutcome,
  Inquiry,
  InquiryOutcome,
  ModificationOutcome,
  ModificationRequest,
  MovementList,
  MovementQuery,
  RefundRequest,
  ReturnOutcome,
  ReturnRequest,
  UndoOutcome,
  Unknown,
} from "../../domain/payment/acquirer.ts";
import type { OpenConnection, Protocol } from "./protocol.ts";
import { refusedUnsent } from "./ask-bank.ts";
import type { BankTransport } from "./bank-transport.ts";
import { capabilitiesOf, type ProtocolCapabilities } from "./capabilities.ts";
import type { GateRequest } from "./card-gate.ts";
import type { ChannelOf } from "./channel.ts";
import { undoFound, type VoidedOrder } from "./original.ts";
import { referenceOf } from "./reference.ts";

type Call<Channel, Request, Outcome> = (channel: Channel, request: Request) => Promise<Outcome>;

type Modification<Channel> = {
  readonly capture: Call<Channel, ModificationRequest, ModificationOutcome>;
  readonly refund: Call<Channel, RefundRequest, ModificationOutcome>;
} & (
  | {
      /** Voids a hold or a whole sale; an authorization is undone by it, too. */
      readonly voidOrder: Call<Channel, VoidedOrder, ModificationOutcome>;
      readonly undo?: undefined;
    }
  | {
      readonly voidOrder: Call<Channel, ModificationRequest, ModificationOutcome>;
      readonly undo: Call<Channel, Inquiry, UndoOutcome>;
    }
);

type Movement<Channel> = {
  readonly listMovements: Call<Channel, MovementQuery, MovementList | Unknown>;
};

type Always<Channel> = {
  readonly banks: { readonly BANKS: Protocol["banks"] };
  readonly codes: {
    readonly ACCOUNT_CODES: Protocol["accountCodes"];
    readonly KEY_CODES: Protocol["keyCodes"];
  };
  readonly credentials: {
    readonly CREDENTIALS: Protocol["credentials"];
    readonly CHECKLIST: Protocol["checklist"];
    /** Absent where the bank signs no return. */
    readonly SIGNED_RETURNS?: NonNullable<Protocol["signedReturns"]>;
  };
  readonly capabilities: { readonly CAPABILITIES: ProtocolCapabilities };
  readonly channel: {
    readonly openChannel: (connection: OpenConnection, transport: BankTransport) => Channel;
  };
  readonly modification: Modification<Channel>;
  /** Absent where the protocol has no list of the bank's cards. */
  readonly cards?: { readonly listCards: (channel: Channel) => Promise<CardList | Unknown> };
  /** Absent where the protocol has no list of a day's bookings. */
  readonly movement?: Movement<Channel>;
  readonly inquiry: {
    readonly inquire: Call<Channel, Inquiry, InquiryOutcome>;
    /**
     * Asks about an order that no attempt has, which the bank answers only to valid credentials;
     * absent where no harmless question is known.
     */
    readonly check?: (channel: Channel) => Promise<ConnectionCheck>;
  };
};

/** Charges or preauthorizes without 3-D Secure. */
type PlainCharge<Channel> = {
  readonly charge: Call<Channel, AuthorizeRequest, AuthorizeOutcome>;
};

type SecureCharge<Channel> = PlainCharge<Channel> & {
  readonly openGate: Call<Channel, GateRequest, AuthorizeOutcome>;
  readonly chargeChallenged: Call<Channel, ChallengedRequest, FinalOutcome>;
};

type Return<Channel> = {
  readonly readReturn: (
    channel: Channel,
    request: ReturnRequest,
  ) => ReturnOutcome | Promise<ReturnOutcome>;
};

/**
 * The files of a protocol's folder, each under its name. `return` is absent where the protocol has
 * no 3-D Secure.
 */
export type ProtocolFiles<Channel> = Always<Channel> &
  (
    | { readonly charge: SecureCharge<Channel>; readonly return: Return<Channel> }
    | { readonly charge: PlainCharge<Channel>; readonly return?: undefined }
  );

/** Makes a protocol of the files in its folder. */
export function protocolOf<Channel extends ChannelOf<unknown>>(
  named: Pick<Protocol, "name" | "title" | "marksMailOrder">,
  files: ProtocolFiles<Channel>,
): Protocol {
  const { banks, credentials, capabilities, codes } = files;
  return {
    ...named,
    banks: banks.BANKS,
    credentials: credentials.CREDENTIALS,
    models: Object.keys(capabilities.CAPABILITIES.models),
    checklist: credentials.CHECKLIST,
    ...(files.movement === undefined ? {} : { listsBookings: true as const }),
    ...(files.cards === undefined ? {} : { listsCards: true as const }),
    accountCodes: codes.ACCOUNT_CODES,
    keyCodes: codes.KEY_CODES,
    ...(credentials.SIGNED_RETURNS === undefined
      ? {}
      : { signedReturns: credentials.SIGNED_RETURNS }),
    open: (connection, transport) =>
      openAdapter(files, files.channel.openChannel(connection, transport)),
  };
}

function openAdapter<Channel extends ChannelOf<unknown>>(
  files: ProtocolFiles<Channel>,
  channel: Channel,
): Acquirer {
  const { capabilities, modification, inquiry, movement, cards } = files;
  const { connection } = channel;
  const { check } = inquiry;
  const inquire = (asked: Inquiry) => inquiry.inquire(channel, asked);
  return {
    name: connection.connectionId,
    capabilities: capabilitiesOf(connection, capabilities.CAPABILITIES),
    referenceOf,
    ...authorizing(files, channel),
    capture: (request) => modification.capture(channel, request),
    void: (request) => modification.voidOrder(channel, request),
    refund: (request) => modification.refund(channel, request),
    inquire,
    undo: (asked) =>
      modification.undo === undefined
        ? undoFound(asked, inquire, (found) => modification.voidOrder(channel, found))
        : modification.undo(channel, asked),
    ...(movement === undefined
      ? {}
      : { movements: (query: MovementQuery) => movement.listMovements(channel, query) }),
    ...(cards === undefined ? {} : { cards: () => cards.listCards(channel) }),
    ...(check === undefined ? {} : { check: () => check(channel) }),
  };
}

function authorizing<Channel>(
  files: ProtocolFiles<Channel>,
  channel: Channel,
): Pick<Acquirer, "authorize" | "readReturn" | "authorizeChallenged"> {
  if (files.return === undefined) {
    const { charge } = files.charge;
    return {
      authorize: (request) => (hasWish(request) ? noThreeD() : charge(channel, request)),
      readReturn: () => Promise.resolve({ kind: "forged" }),
      authorizeChallenged: noThreeD,
    };
  }
  const { charge, openGate, chargeChallenged } = files.charge;
  const { readReturn } = files.return;
  return {
    authorize: (request) =>
      hasWish(request) ? openGate(channel, request) : charge(channel, request),
    readReturn: (request) => Promise.resolve(readReturn(channel, request)),
    authorizeChallenged: (request) => chargeChallenged(channel, request),
  };
}

function hasWish(request: AuthorizeRequest): request is GateRequest {
  return request.challenge !== undefined;
}

function noThreeD() {
  return Promise.resolve(refusedUnsent("no_three_d_secure"));
}
