import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import { isRecord, type JsonRecord, parseJson } from "../../../kernel/json.ts";
import type { Wire } from "../../delivery.ts";
import type { FaultOperation } from "../../faults.ts";
import { answerDoor, type DoorAnswer, send } from "../kit/door-answer.ts";
import { sendReturn } from "../kit/door-page.ts";
import { timeOfRequest } from "../kit/door-time.ts";
import { type Door, terminalName } from "../kit/door.ts";
import { accountNamed } from "./accounts.ts";
import { type Asked, failure } from "./answers.ts";
import { refusedLabel, text } from "./messages.ts";
import { alive, checkBin, installments } from "./card-questions.ts";
import {
  change,
  charge,
  detail,
  finish,
  open,
  refundItem,
  report,
  type Work,
} from "./operations.ts";
import { signer } from "./signature.ts";
import { StoredCards } from "./stored-cards.ts";
import { returnForm } from "./three-d.ts";

type Sent = string | Buffer | FastifyReply | undefined;
type Performed = DoorAnswer | Promise<DoorAnswer>;

type Route = {
  readonly path: string;
  readonly method?: "GET" | "DELETE";
  readonly operation: FaultOperation;
  readonly perform: (work: Work, cards: StoredCards) => Performed;
};

const ROUTES: readonly Route[] = [
  { path: "/payment/auth", operation: "authorize", perform: (work) => charge(work, "sale") },
  { path: "/payment/preauth", operation: "authorize", perform: (work) => charge(work, "preauth") },
  {
    path: "/payment/3dsecure/initialize",
    operation: "enroll",
    perform: (work) => open(work, "sale"),
  },
  {
    path: "/payment/3dsecure/initialize/preauth",
    operation: "enroll",
    perform: (work) => open(work, "preauth"),
  },
  { path: "/payment/3dsecure/auth", operation: "authorize", perform: (work) => finish(work, 1) },
  { path: "/payment/v2/3dsecure/auth", operation: "authorize", perform: (work) => finish(work, 2) },
  { path: "/payment/postauth", operation: "capture", perform: (work) => change(work, "capture") },
  { path: "/payment/cancel", operation: "void", perform: (work) => change(work, "void") },
  { path: "/payment/refund", operation: "refund", perform: refundItem },
  { path: "/v2/payment/refund", operation: "refund", perform: (work) => change(work, "refund") },
  { path: "/payment/detail", operation: "inquire", perform: detail },
  {
    path: "/v2/reporting/payment/details",
    method: "GET",
    operation: "inquire",
    perform: report,
  },
  { path: "/payment/bin/check", operation: "inquire", perform: checkBin },
  { path: "/payment/iyzipos/installment", operation: "inquire", perform: installments },
  {
    path: "/cardstorage/card",
    operation: "inquire",
    perform: ({ asked }, cards) => cards.store(asked),
  },
  {
    path: "/cardstorage/cards",
    operation: "inquire",
    perform: ({ asked }, cards) => cards.list(asked),
  },
  {
    path: "/cardstorage/card",
    method: "DELETE",
    operation: "inquire",
    perform: ({ asked }, cards) => cards.drop(asked),
  },
];

/** The interface of iyzico: signed JSON, and 3-D Secure at the bank's own page. */
export function iyzicoDoor(app: FastifyInstance, door: Door): void {
  const cards = new StoredCards(door);
  app.get("/payment/test", (request, reply) =>
    send({ request, reply }, alive(timeOfRequest(door.deps, request.headers).now)),
  );
  for (const route of ROUTES) {
    app.route({
      method: route.method ?? "POST",
      url: route.path,
      handler: (request, reply) => answer({ door, cards }, route, { request, reply }),
    });
  }
  app.get<{ Params: { id: string } }>("/back/:id", (request, reply) =>
    sendBack(door, request.params.id, { request, reply }),
  );
}

type House = { readonly door: Door; readonly cards: StoredCards };

function answer({ door, cards }: House, route: Route, wire: Wire): Sent | Promise<Sent> {
  const { request } = wire;
  const { now, aheadMs } = timeOfRequest(door.deps, request.headers);
  const body = bodyOf(request);
  const content = contentOf(request, body);
  const { authorization = "" } = request.headers;
  const account = signer(authorization, { path: route.path, body });
  const anonymous = { terminal: "", now, aheadMs };
  if (typeof account === "string") {
    return send(wire, failure({ caller: anonymous, content: content ?? {} }, account));
  }
  const caller = { terminal: terminalName(door, account.apiKey), now, aheadMs };
  if (content === undefined) return send(wire, failure({ caller, content: {} }, "11"));
  const refused = refusedLabel(content);
  const asked: Asked = { account, caller, content };
  if (refused !== undefined) return send(wire, failure(asked, refused));
  const named = "paymentConversationId" in content ? "paymentConversationId" : "conversationId";
  const work = { door, asked, stored: cards.of(caller.terminal) };
  return answerDoor(door.deps, wire, {
    operation: route.operation,
    reference: text(content, named),
    work: () => Promise.resolve(route.perform(work, cards)),
    instead: { ipRefused: () => failure(asked, "1001"), notFound: () => failure(asked, "5087") },
  });
}

/** The bytes that were signed. The company's client sends `{}` with a question, unread by us. */
function bodyOf({ method, headers, body }: FastifyRequest): string {
  if (method === "GET") return headers["content-length"] === "2" ? "{}" : "";
  return Buffer.isBuffer(body) ? body.toString() : "";
}

function contentOf({ method, query }: FastifyRequest, body: string): JsonRecord | undefined {
  const read = method === "GET" ? query : parseJson(body);
  return isRecord(read) ? read : undefined;
}

/** The end of the 3-D page: the browser posts the signed result to the merchant. */
async function sendBack(door: Door, id: string, wire: Wire): Promise<Sent> {
  const challenge = await door.deps.book.findChallenge(id);
  const account = challenge && accountNamed(door, challenge.terminal);
  if (challenge?.decision === undefined || account === undefined) {
    return wire.reply.code(404).send("Not Found");
  }
  const form = returnForm(account, challenge);
  const { requestId: reference } = challenge;
  return sendReturn(door, wire, { reference, form, changed: { paymentId: "1" } });
}
