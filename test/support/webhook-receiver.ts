import type { IncomingMessage, ServerResponse } from "node:http";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { vi } from "vitest";
import type { Endpoint } from "../../src/domain/event/endpoint.ts";
import type { EventType } from "../../src/domain/event/event.ts";
import { registerEndpoint } from "../../src/domain/event/register-endpoint.ts";
import type { MerchantId } from "../../src/kernel/ids.ts";
import type { Installation } from "../../src/service/installation/installation.ts";
import type { ApiBody } from "./api-client.ts";
import { installationOf } from "./installation.ts";
import { endServer, serverOf } from "./local-server.ts";
import type { ShopService } from "./service.ts";

export type Received = {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly json: { readonly type: string; readonly timestamp: string; readonly data: ApiBody };
};

export type Answer = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Answers only after this promise. */
  readonly after?: Promise<unknown>;
};

/** A merchant's server that receives webhooks. */
export type Receiver = {
  readonly url: string;
  /** All deliveries, in order, answered or not. */
  readonly received: Received[];
  /** Sets its answer from now on. */
  answer: (received: Received, response: ServerResponse) => Answer | undefined;
  stop(): Promise<void>;
  /** Restarts at the same address. */
  start(): Promise<void>;
};

export async function startReceiver(): Promise<Receiver> {
  const server = serverOf(take);
  let port = 0;
  const receiver: Receiver = {
    get url() {
      return `http://127.0.0.1:${port}/hooks`;
    },
    received: [],
    answer: () => ({ status: 204 }),
    stop: () => endServer(server),
    async start() {
      server.listen(port, "127.0.0.1");
      await once(server, "listening");
      const address = server.address();
      port = typeof address === "object" && address !== null ? address.port : 0;
    },
  };
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request).catch(() => "");
    if (body === "") return;
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    const json = JSON.parse(body) as Received["json"];
    const received = { id: headers["webhook-id"] ?? "", headers, body, json };
    receiver.received.push(received);
    const answer = receiver.answer(received, response);
    if (answer === undefined) return;
    await answer.after;
    response.writeHead(answer.status, answer.headers ?? {}).end(answer.body ?? "");
  }
  await receiver.start();
  return receiver;
}

/** Verifies a delivery like the merchant's server, at the time when it was sent. */
export function verify(secret: string, { headers, body }: Received): unknown {
  vi.useFakeTimers({ toFake: ["Date"], now: Number(headers["webhook-timestamp"]) * 1_000 });
  try {
    return new Webhook(secret).verify(body, { ...headers });
  } finally {
    vi.useRealTimers();
  }
}

export type Webhooks = Installation;

/** Opens the installation from which an operator manages endpoints, beside a running service. */
export function manageWebhooks(shop: Pick<ShopService, "database" | "clock">): Promise<Webhooks> {
  return installationOf(shop);
}

export async function addEndpoint(
  webhooks: Pick<Installation, "clocks" | "random" | "endpoints" | "hosts">,
  owner: { readonly merchantId: MerchantId; readonly mode?: "test" | "live" },
  { url, eventTypes }: { readonly url: string; readonly eventTypes?: readonly EventType[] },
): Promise<Endpoint> {
  const made = await registerEndpoint(webhooks, {
    merchantId: owner.merchantId,
    mode: owner.mode ?? "test",
    url,
    description: "",
    eventTypes,
    secret: "merchant",
  });
  if (!made.ok) throw new Error(JSON.stringify(made.refusal));
  return made.value;
}
