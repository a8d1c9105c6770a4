import type { Acquirer } from "../../domain/payment/acquirer.ts";

export type Outcome = { readonly kind: string };

/** Called for each call to the bank; `call` is its name, such as `authorize`. */
export type WrapCall = <Answer extends Outcome>(
  call: string,
  send: () => Promise<Answer>,
  request: unknown,
) => Promise<Answer>;

/** Wraps every method of an acquirer that may call the bank. */
export function wrappedAcquirer(acquirer: Acquirer, wrap: WrapCall): Acquirer {
  const wrapped =
    <Request, Answer extends Outcome>(call: string, send: (request: Request) => Promise<Answer>) =>
    (request: Request): Promise<Answer> =>
      wrap(call, () => send(request), request);
  const { movements, cards, check, redirects, isLiveTerminal, holdTerminal } = acquirer;
  return {
    name: acquirer.name,
    capabilities: acquirer.capabilities,
    ...(isLiveTerminal === undefined ? {} : { isLiveTerminal }),
    ...(holdTerminal === undefined ? {} : { holdTerminal }),
    ...(redirects === undefined
      ? {}
      : {
          redirects: {
            offers: (currency) => redirects.offers(currency),
            begin: wrapped("begin_redirect", (request) => redirects.begin(request)),
          },
        }),
    referenceOf: (attemptId) => acquirer.referenceOf(attemptId),
    authorize: wrapped("authorize", (request) => acquirer.authorize(request)),
    readReturn: wrapped("read_return", (request) => acquirer.readReturn(request)),
    authorizeChallenged: wrapped("authorize_challenged", (request) =>
      acquirer.authorizeChallenged(request),
    ),
    capture: wrapped("capture", (request) => acquirer.capture(request)),
    void: wrapped("void", (request) => acquirer.void(request)),
    refund: wrapped("refund", (request) => acquirer.refund(request)),
    inquire: wrapped("inquire", (request) => acquirer.inquire(request)),
    undo: wrapped("undo", (request) => acquirer.undo(request)),
    ...(movements === undefined
      ? {}
      : { movements: wrapped("movements", (query) => movements.call(acquirer, query)) }),
    ...(cards === undefined
      ? {}
      : { cards: () => wrapped("cards", () => cards.call(acquirer))(undefined) }),
    ...(check === undefined
      ? {}
      : { check: () => wrapped("check", () => check.call(acquirer))(undefined) }),
  };
}
