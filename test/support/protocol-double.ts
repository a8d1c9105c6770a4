import type { OpenConnection, Protocol } from "../../src/acquirer/kit/protocol.ts";
import type {
  Acquirer,
  AuthorizeOutcome,
  AuthorizeRequest,
  ConnectionCheck,
  InquiryOutcome,
} from "../../src/domain/payment/acquirer.ts";

/** How a terminal of the double answers a charge. */
export type Behaviour =
  | "approves"
  | "declines"
  /** No connection to it can be made: provably nothing was charged. */
  | "down"
  /** It charges, and its answer is lost. */
  | "loses_answers"
  /** It charges after the caller has given up. */
  | "charges_late"
  /** It charges, and answers when the test lets it. */
  | "slow";

/** The books of all terminals of the double, which a test looks into. */
export type DoubleBank = {
  readonly protocol: Protocol;
  /** The connections that were opened, with revealed credentials. */
  readonly opened: OpenConnection[];
  /** The charges by reference, each with its terminal. */
  readonly charges: Map<string, string>;
  readonly requests: string[];
  set(terminal: string, behaviour: Behaviour): void;
  /** Books the charges of which the caller gave up. */
  chargeLate(): void;
  /** Sends the answers of slow terminals. */
  answerSlowly(): void;
  answerCheck(answer: ConnectionCheck): void;
};

const UNKNOWN = { kind: "unknown", cause: "no answer" } as const;

/** A bank protocol in memory, for tests of what stands above the protocols. */
export function createDoubleBank(name = "double"): DoubleBank {
  const behaviours = new Map<string, Behaviour>();
  const charges = new Map<string, string>();
  const requests: string[] = [];
  const opened: OpenConnection[] = [];
  const late: (() => void)[] = [];
  const waiting: (() => void)[] = [];
  let checked: ConnectionCheck = { kind: "ready" };
  const approved = (reference: string) =>
    ({ kind: "approved", bankReference: reference, authCode: "123456", bankCode: "00" }) as const;

  const open: Protocol["open"] = (connection) => {
    opened.push(connection);
    const terminal = connection.credentials["client_id"]?.reveal() ?? "";
    const charge = async ({ reference, amount }: AuthorizeRequest): Promise<AuthorizeOutcome> => {
      requests.push(`${terminal} ${reference}`);
      const behaviour = behaviours.get(terminal) ?? "approves";
      const book = (): void => void charges.set(reference, terminal);
      if (behaviour === "down" || behaviour === "declines") {
        return {
          kind: "declined",
          reason: behaviour === "down" ? "bank_unreachable" : "insufficient_balance",
          bankCode: behaviour === "down" ? "" : "51",
          bankMessage: behaviour,
          retry: behaviour === "down" ? "same_request" : "no",
        };
      }
      if (behaviour === "charges_late") late.push(book);
      else book();
      if (behaviour === "slow") await new Promise<void>((resolve) => void waiting.push(resolve));
      return behaviour === "approves" || behaviour === "slow"
        ? { ...approved(reference), amount }
        : UNKNOWN;
    };
    const inquire = (reference: string): InquiryOutcome =>
      charges.has(reference) ? approved(reference) : { kind: "not_found" };
    return acquirerOf(connection, {
      charge,
      inquire,
      undo: (reference) => charges.delete(reference),
      check: () => checked,
    });
  };
  return {
    protocol: { ...FORM, name, open },
    opened,
    charges,
    requests,
    set: (terminal, behaviour) => void behaviours.set(terminal, behaviour),
    chargeLate() {
      for (const book of late.splice(0)) book();
    },
    answerSlowly() {
      for (const answer of waiting.splice(0)) answer();
    },
    answerCheck: (answer) => void (checked = answer),
  };
}

type Desk = {
  charge(request: AuthorizeRequest): Promise<AuthorizeOutcome>;
  inquire(reference: string): InquiryOutcome;
  undo(reference: string): boolean;
  check(): ConnectionCheck;
};

function acquirerOf(connection: OpenConnection, desk: Desk): Acquirer {
  const approve = ({ reference }: { readonly reference: string }) =>
    Promise.resolve({
      kind: "approved",
      bankReference: reference,
      authCode: "",
      bankCode: "00",
    } as const);
  return {
    name: connection.connectionId,
    capabilities: {
      withoutChallenge: true,
      challenge: "auth_then_charge",
      preauth: true,
      leastCapturePercent: 0,
      voidHold: true,
      refund: { partial: true, beforeDayEnd: "any" },
      repeatedAuthorize: "refused",
      repeatedModification: "refused",
      inquiry: { seesRefunds: "all", notFound: "never_arrived" },
      undo: { byReference: true, blocksLate: false },
      currencies: connection.currencies,
      installmentCounts: connection.installmentCounts,
      timeouts: { chargeMs: 20_000, inquiryMs: 10_000, settledMs: 30_000 },
      dayEnd: undefined,
    },
    referenceOf: (attemptId) => attemptId.slice(-19),
    authorize: (request) => desk.charge(request),
    readReturn: () => Promise.resolve({ kind: "forged" }),
    authorizeChallenged: () => Promise.resolve(UNKNOWN),
    capture: approve,
    void: approve,
    refund: approve,
    inquire: ({ reference }) => Promise.resolve(desk.inquire(reference)),
    undo: ({ reference }) =>
      Promise.resolve({ kind: desk.undo(reference) ? "undone" : "nothing_there" }),
    check: () => Promise.resolve(desk.check()),
  };
}

const FORM: Omit<Protocol, "open"> = {
  name: "double",
  title: "Double",
  accountCodes: new Set(["99"]),
  keyCodes: new Set(),
  banks: [bankOf("firstbank", "First Bank", "0064"), bankOf("secondbank", "Second Bank", "0062")],
  credentials: [
    {
      name: "client_id",
      title: { tr: "Üye işyeri numarası", en: "Merchant number" },
      help: { tr: "Bankanın verdiği numara", en: "The number that the bank gave you" },
      isSecret: false,
      isRequired: true,
      pattern: /\d{4,12}/,
    },
    {
      name: "password",
      title: { tr: "API şifresi", en: "API password" },
      help: { tr: "Banka panelinden", en: "From the bank's panel" },
      isSecret: true,
      isRequired: true,
      pattern: /\S{4,64}/,
    },
  ],
  models: ["3d", "3d_pay"],
  checklist: [
    {
      name: "ip_address",
      title: { tr: "Sunucunuzun IP adresi tanımlı", en: "Your server's IP address is registered" },
      bankCodes: ["0148"],
    },
  ],
};

function bankOf(name: string, title: string, eftCode: string): Protocol["banks"][number] {
  const hosts = { api: `https://${name}.example/api`, threeD: `https://${name}.example/3d` };
  return { name, title, eftCode, live: hosts, test: hosts, evidence: "guess" };
}
