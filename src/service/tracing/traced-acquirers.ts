import type { Acquirer } from "../../domain/payment/acquirer.ts";
import type { TraceAcquirer } from "../../acquirer/connection/open-acquirers.ts";
import { wrappedAcquirer, type Outcome } from "../../acquirer/connection/wrapped-acquirer.ts";
import type { BankTransport } from "../../acquirer/kit/bank-transport.ts";
import { traced, type Attributes, type Span, type Tracer } from "./tracer.ts";

/** Records the calls of a connection to its bank; the HTTP requests of a call are its children. */
export function tracedConnections(tracer: Tracer): TraceAcquirer {
  return (acquirer, { connectionId, protocol, bank }) =>
    tracedAcquirer(tracer, acquirer, {
      "vezne.acquirer.connection": connectionId,
      "vezne.acquirer.protocol": protocol,
      "vezne.acquirer.bank": bank,
    });
}

/**
 * Records the calls to an acquirer. A span has the call's name and the kind of its outcome, and
 * never anything of the request.
 */
export function tracedAcquirer(
  tracer: Tracer,
  acquirer: Acquirer,
  attributes: Attributes,
): Acquirer {
  return wrappedAcquirer(acquirer, (call, send) =>
    traced(tracer, { name: `bank ${call}`, kind: "client", attributes }, async (span) => {
      const outcome = await send();
      noteOutcome(span, outcome);
      return outcome;
    }),
  );
}

function noteOutcome(span: Span | undefined, outcome: Outcome): void {
  if (span === undefined) return;
  span.set({ "vezne.acquirer.outcome": outcome.kind });
  if ("reason" in outcome && typeof outcome.reason === "string") {
    span.set({ "vezne.decline.reason": outcome.reason });
  }
  if (outcome.kind !== "unknown") return;
  span.fail("cause" in outcome && typeof outcome.cause === "string" ? outcome.cause : "unknown");
}

/** Records each request to a bank: its host and the status, neither its query nor its headers. */
export function tracedTransport<Transport extends BankTransport>(
  tracer: Tracer,
  transport: Transport,
): Transport {
  return {
    ...transport,
    post: (request) =>
      traced(
        tracer,
        { name: "POST", kind: "client", attributes: addressAttributes(request.url) },
        async (span) => {
          const answer = await transport.post(request);
          if (answer.kind === "answered") {
            span?.set({ "http.response.status_code": answer.status });
          } else {
            span?.fail(answer.cause);
          }
          return answer;
        },
      ),
  };
}

/** The attributes of a request to an address: only its host, because a path may hold a secret. */
export function addressAttributes(url: string): Attributes {
  const { hostname, port, protocol } = new URL(url);
  const scheme = protocol.slice(0, -1);
  const usual = scheme === "https" ? 443 : 80;
  return {
    "http.request.method": "POST",
    "server.address": hostname,
    "server.port": port === "" ? usual : Number(port),
    "url.scheme": scheme,
  };
}
