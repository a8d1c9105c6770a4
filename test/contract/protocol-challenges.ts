import { expect, it } from "vitest";
import { summarize } from "../../src/bank/book.ts";
import type { BankTransport } from "../../src/acquirer/kit/bank-transport.ts";
import { money } from "../../src/kernel/money.ts";
import type {
  Challenge,
  FinalOutcome,
  ReturnOutcome,
} from "../../src/domain/payment/acquirer-outcomes.ts";
import type { AuthorizeRequest, ReturnFields } from "../../src/domain/payment/acquirer-requests.ts";
import { type CustomerDecision, passChallenge } from "../support/protocol-customer.ts";
import {
  cardOf,
  inquiryOf,
  order,
  type ProtocolWorld,
  RETURN_URL,
  returnOf,
} from "../support/protocol-world.ts";

type Use = () => ProtocolWorld;

/** The part of the contract that is about 3-D Secure; `protocolContract` runs it. */
export function challengeContract(use: Use): void {
  it("charges once after the customer approved", async () => {
    const { request, challenge, returns } = await challenged(use(), "approve");
    const outcome = await finish(use(), { request, challenge, fields: returns[0] });
    expect(outcome).toMatchObject({ kind: "approved" });
    await expectCharged(use(), request, 1);
    const found = await use().acquirer.inquire(inquiryOf(use(), request, challenge.state));
    expect(found).toMatchObject({ kind: "approved", amount: request.amount });
  });

  it("charges in installments after the customer approved", async () => {
    const wish = { installmentCount: 3, minor: 30_000n };
    const { request, challenge, returns } = await challenged(use(), "approve", wish);
    const outcome = await finish(use(), { request, challenge, fields: returns[0] });
    expect(outcome).toMatchObject({ kind: "approved" });
    const entries = await use().book.list();
    const entry = entries.find(({ requestId }) => requestId === request.reference);
    expect(entry?.installments).toBe(3);
  });

  it.each(["decline", "cancel"] as const)("charges nothing after %s", async (decision) => {
    const { request, challenge, returns } = await challenged(use(), decision);
    const word = await read(use(), { request, challenge, fields: returns[0] });
    expect(["not_authenticated", "decided", "ask"]).toContain(word.kind);
    if (word.kind === "decided") expect(word.outcome.kind).toBe("declined");
    await expectCharged(use(), request, 0);
  });

  it("charges nothing while the customer has left the page", async () => {
    const { request, challenge, returns } = await challenged(use(), "close");
    expect(returns).toEqual([]);
    const found = await use().acquirer.inquire(inquiryOf(use(), request, challenge.state));
    const isBlind = use().acquirer.capabilities.inquiry.notFound === "none";
    expect(isBlind ? ["unknown"] : ["challenge_open", "not_found"]).toContain(found.kind);
    await expectCharged(use(), request, 0);
  });

  it("declines a card whose charge is refused after 3-D Secure", async () => {
    const card = cardOf("4111111111111129");
    const { request, challenge, returns } = await challenged(use(), "approve", { card });
    const outcome = await finish(use(), { request, challenge, fields: returns[0] });
    expect(outcome).toMatchObject({ kind: "declined", reason: "insufficient_balance" });
  });

  it("does not charge a mere attempt of authentication", async () => {
    const card = cardOf("4141111111111115");
    const { request, challenge, returns } = await challenged(use(), "approve", { card });
    const word = await read(use(), { request, challenge, fields: returns[0] });
    expect(word.kind).not.toBe("authenticated");
    if (word.kind === "decided") expect(word.outcome.kind).toBe("declined");
    await expectCharged(use(), request, 0);
  });

  it("refuses a return for another amount, order or attempt", async () => {
    const { request, challenge, returns } = await challenged(use(), "approve");
    const other = order(use(), { isChallenged: true });
    const fields = returns[0];
    const dearer = { ...request, amount: money(request.amount.minor + 1n, "TRY") };
    expect(proves(await read(use(), { request: dearer, challenge, fields }))).toBe(false);
    const foreign = { ...other, amount: request.amount };
    expect(proves(await read(use(), { request: foreign, challenge, fields }))).toBe(false);
    const euro = { ...request, amount: money(request.amount.minor, "EUR") };
    expect(proves(await read(use(), { request: euro, challenge, fields }))).toBe(false);
  });

  it("refuses a return without fields", async () => {
    const { request, challenge } = await challenged(use(), "close");
    expect(proves(await read(use(), { request, challenge, fields: {} }))).toBe(false);
  });

  it("is not deceived by a changed amount under the old signature", async () => {
    use().faults.next({ operation: "return", behaviour: "changedAmount" });
    const { request, challenge, returns } = await challenged(use(), "approve");
    expect(proves(await read(use(), { request, challenge, fields: returns[0] }))).toBe(false);
  });

  it("reads a return that comes twice in the same way, and charges once", async () => {
    use().faults.next({ operation: "return", behaviour: "doubleReturn" });
    const { request, challenge, returns } = await challenged(use(), "approve");
    expect(returns).toHaveLength(2);
    const [first, second] = returns;
    await finish(use(), { request, challenge, fields: first });
    const again = await finish(use(), { request, challenge, fields: second });
    const isKnown = use().acquirer.capabilities.repeatedAuthorize === "refused";
    if (again?.kind === "declined" && isKnown) expect(again.duplicateReference).toBe(true);
    await expectCharged(use(), request, 1);
  });

  it("shows no page that holds the card, and keeps none in the state", async () => {
    const { challenge } = await challenged(use(), "close");
    const stored = JSON.stringify(challenge);
    expect(stored.replace(/[\s-]/g, "")).not.toContain("5528790000000008");
    // Names of fields only: a random signature may well have these letters in it.
    expect(stored).not.toMatch(/<\w*(?:cv2|cvv|cvc)|(?:cv2|cvv|cvc)\w*\\*"(?::| type| value)/i);
    // The code is a whole value here: a random packet or signature may begin with its digits.
    expect(stored).not.toMatch(/[">]973(?![0-9A-Za-z+/=])/);
  });

  it("reads a return although the bank's first answer about it is lost", async () => {
    const { request, challenge, returns } = await challenged(use(), "approve");
    use().faults.next({ operation: "inquire", behaviour: "cut" });
    const word = await read(use(), { request, challenge, fields: returns[0] });
    expect(word.kind).not.toBe("unknown");
    use().faults.clear();
  });

  it("is declined where the gate refuses the card number, unless the page charges", async () => {
    const request = order(use(), { isChallenged: true, card: cardOf("552879") });
    const outcome = await use().acquirer.authorize(request);
    // A page of the bank for the card knows no number of ours.
    if (outcome.kind === "challenge" && outcome.show.kind === "form") return;
    const isPaidAtPage = use().acquirer.capabilities.challenge === "charge_inside";
    const expected = isPaidAtPage ? ["declined", "unknown"] : ["declined"];
    expect(expected, JSON.stringify(outcome)).toContain(outcome.kind);
    await expectCharged(use(), request, 0);
  });

  it("is declined where the gate returns at once without a signature, unless it charges", async () => {
    const request = order(use(), { isChallenged: true });
    const page = `<form method="post" action="${RETURN_URL}"><input name="x" value="y"></form>`;
    const acquirer = use().connect({}, answering(page, use().clock));
    const outcome = await acquirer.authorize(request);
    if (outcome.kind === "challenge" && outcome.show.kind === "form") return;
    const isPaidAtPage = acquirer.capabilities.challenge === "charge_inside";
    const expected = isPaidAtPage ? "unknown" : "declined";
    expect(outcome.kind, JSON.stringify(outcome)).toBe(expected);
  });

  it("is provably not charged when its start is not answered, unless the page charges", async () => {
    const isPaidAtPage = use().acquirer.capabilities.challenge === "charge_inside";
    for (const behaviour of ["cut", "garbage", "status500", "halfAnswer"] as const) {
      use().faults.next({ operation: "enroll", behaviour });
      const request = order(use(), { isChallenged: true });
      const outcome = await use().acquirer.authorize(request);
      // A form without the card is posted by the browser, so the adapter asks nothing here.
      const isBrowsers = outcome.kind === "challenge" && outcome.show.kind === "form";
      if (isPaidAtPage && !isBrowsers) expect(outcome.kind).toBe("unknown");
      else if (!isBrowsers)
        expect(outcome).toMatchObject({ kind: "declined", retry: "same_request" });
      await expectCharged(use(), request, 0);
      use().faults.clear();
    }
  });
}

/** A bank that answers everything with one page. */
function answering(page: string, clock: BankTransport["clock"]): BankTransport {
  const answer = { kind: "answered", status: 200, headers: {}, body: Buffer.from(page) } as const;
  return { clock, post: () => Promise.resolve(answer) };
}

/** True for a return that lets the service charge, or says that the bank has charged. */
export function proves(word: ReturnOutcome): boolean {
  return (
    word.kind === "authenticated" || (word.kind === "decided" && word.outcome.kind === "approved")
  );
}

export type Returned = {
  readonly request: AuthorizeRequest;
  readonly challenge: Challenge;
  readonly fields: ReturnFields | undefined;
};

/** Opens 3-D Secure for a new order and acts as the customer at the bank's page. */
export async function challenged(
  world: ProtocolWorld,
  decision: CustomerDecision,
  wish: Parameters<typeof order>[1] = {},
): Promise<Omit<Returned, "fields"> & { readonly returns: readonly ReturnFields[] }> {
  const request = order(world, { ...wish, isChallenged: true });
  const challenge = await world.acquirer.authorize(request);
  if (challenge.kind !== "challenge") {
    throw new Error(`3-D Secure did not open: ${JSON.stringify(challenge)}`);
  }
  const cardNumber = request.card.number.reveal();
  const customer = { returnUrl: RETURN_URL, decision, cardNumber };
  const returns = await passChallenge(challenge.show, customer);
  return { request, challenge, returns };
}

export function read(world: ProtocolWorld, returned: Returned): Promise<ReturnOutcome> {
  const { request, challenge, fields } = returned;
  return world.acquirer.readReturn(returnOf(request, challenge, fields ?? {}));
}

/** Reads the return and charges as the service does; undefined if the return allows no charge. */
export async function finish(
  world: ProtocolWorld,
  returned: Returned,
): Promise<FinalOutcome | undefined> {
  const word = await read(world, returned);
  if (word.kind === "decided") return word.outcome;
  if (word.kind === "ask") {
    const { request, challenge } = returned;
    const found = await world.acquirer.inquire(inquiryOf(world, request, challenge.state));
    return found.kind === "approved" || found.kind === "declined" ? found : undefined;
  }
  if (word.kind !== "authenticated") return undefined;
  const { proof } = word;
  return world.acquirer.authorizeChallenged({ ...returned.request, proof });
}

async function expectCharged(
  { book }: ProtocolWorld,
  { reference }: AuthorizeRequest,
  times: number,
): Promise<void> {
  const { inForceByRequest } = summarize(await book.list());
  expect(inForceByRequest.get(reference) ?? 0).toBe(times);
}
