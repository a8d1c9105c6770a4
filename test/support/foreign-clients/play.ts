import { createHmac } from "node:crypto";
import { passChallenge } from "../protocol-customer.ts";
import { order, type ProtocolWorld, cardOf } from "../protocol-world.ts";
import { AKBANK_TEST_TERMINAL } from "../vectors/akbank.ts";
import { type DoorReply, outcomeOf, valueIn } from "./outcome.ts";
import type { ForeignRequest } from "./requests.ts";

const CARD = "4543590000000006";
const RETURN_URL = "https://pay.example/return/abc";
/** The address to which the recorded clients let the customer return. */
const RECORDED_RETURN = "http://127.0.0.1:4799/return";

/** Sends the requests of one client in their order; each answer is remembered for the next ones. */
export class ForeignPlayer {
  readonly #world: ProtocolWorld;
  readonly #told = new Map<string, string[]>();

  constructor(world: ProtocolWorld) {
    this.#world = world;
  }

  /** Plays one request and returns the bank's verdict. */
  async play(request: ForeignRequest): Promise<string> {
    await this.#prepare(request);
    const reply = await this.#send(request);
    this.#remember(request.order, reply.text);
    if (request.passes === true) this.#remember(request.order, await this.#pass(reply.text));
    return outcomeOf(doorOf(request), reply);
  }

  async #prepare({ given = {}, order: reference }: ForeignRequest): Promise<void> {
    for (const [kind, minor] of Object.entries(given)) {
      const asked = order(this.#world, {
        reference,
        minor: BigInt(minor),
        card: cardOf(CARD),
        kind: kind === "hold" ? "preauth" : "sale",
        isChallenged: kind === "challenge",
      });
      const outcome = await this.#world.acquirer.authorize(asked);
      this.#remember(reference, this.#lastAnswer());
      if (outcome.kind === "approved") continue;
      if (outcome.kind !== "challenge") throw new Error(`not booked: ${JSON.stringify(outcome)}`);
      const customer = { returnUrl: RETURN_URL, decision: "approve", cardNumber: CARD } as const;
      const [fields] = await passChallenge(outcome.show, customer);
      this.#remember(reference, JSON.stringify(fields));
    }
  }

  #lastAnswer(): string {
    const last = this.#world.answered.at(-1);
    return last?.kind === "answered" ? last.body.toString() : "";
  }

  async #send({ path, body, order: about, secret }: ForeignRequest): Promise<DoorReply> {
    const isForm = !/^\s*[<{]/.test(body);
    const isEncoded = isForm && !body.includes("<");
    const filled = body.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = this.#valueOf(about, name);
      return isEncoded ? encodeURIComponent(value) : value;
    });
    const key = secret ?? AKBANK_TEST_TERMINAL.secretKey;
    const response = await fetch(`${this.#world.bankUrl}/doors${path}`, {
      method: "POST",
      body: filled,
      headers: {
        "content-type": contentTypeOf(body),
        ...(path.startsWith("/akbank/")
          ? { "auth-hash": createHmac("sha512", key).update(filled).digest("base64") }
          : {}),
      },
    });
    return { status: response.status, text: await response.text() };
  }

  /** The customer's way through 3-D Secure, from the values that the answer gave the client. */
  async #pass(answer: string): Promise<string> {
    const url = this.#world.bankUrl;
    const page = (names: Readonly<Record<string, string>>) =>
      Object.fromEntries(
        Object.entries(names).map(([name, from]) => [name, valueIn(answer, from)]),
      );
    const show = answer.includes("<PaReq>")
      ? {
          kind: "form" as const,
          action: valueIn(answer, "ACSUrl"),
          fields: page({ PaReq: "PaReq", TermUrl: "TermUrl", MD: "MD" }),
        }
      : answer.includes("<data1>")
        ? {
            kind: "form" as const,
            action: `${url}/doors/posnet/3DSWebService/YKBPaymentService`,
            fields: {
              ...page({ posnetData: "data1", posnetData2: "data2", digest: "sign" }),
              mid: "6706598320",
              posnetID: "9644",
              merchantReturnURL: RECORDED_RETURN,
            },
          }
        : { kind: "html" as const, document: answer };
    const customer = { returnUrl: RECORDED_RETURN, decision: "approve", cardNumber: CARD } as const;
    const [fields] = await passChallenge(show, customer);
    return JSON.stringify(fields);
  }

  #remember(about: string, text: string): void {
    this.#told.set(about, [...(this.#told.get(about) ?? []), text]);
  }

  #valueOf(about: string, name: string): string {
    const told = this.#told.get(about) ?? [];
    const found = told.map((text) => valueIn(text, name)).findLast((value) => value !== "");
    if (found === undefined) throw new Error(`no answer about ${about} has ${name}`);
    return found;
  }
}

export function doorOf({ path }: ForeignRequest): string {
  return path.split("/")[1] ?? "";
}

function contentTypeOf(body: string): string {
  if (body.startsWith("{")) return "application/json";
  return body.trimStart().startsWith("<")
    ? "text/xml; charset=utf-8"
    : "application/x-www-form-urlencoded";
}
