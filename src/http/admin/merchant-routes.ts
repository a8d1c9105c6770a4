import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { mayGoLive } from "../../domain/connection/live-readiness.ts";
import { startLive, stopLive } from "../../domain/connection/switch-live.ts";
import { toIso, type Instant } from "../../kernel/clock.ts";
import { parseMerchantId } from "../../kernel/ids.ts";
import type { KeptAnswer } from "../../kernel/keyed-answer.ts";
import {
  createMerchant,
  merchantName,
  type MerchantCredentials,
} from "../../domain/merchant/create-merchant.ts";
import type { Merchant } from "../../domain/merchant/merchant.ts";
import { setSuspended } from "../../domain/merchant/suspend-merchant.ts";
import { clearClaimedKey } from "../idempotency/claimed-key.ts";
import { ADMINISTRATION, operatorOf, withOperatorKey } from "../caller/operator-auth.ts";
import { keyedAnswerOf } from "../idempotency/key-claim.ts";
import {
  LiveSwitchSchema,
  MerchantChangeSchema,
  MerchantListQuerySchema,
  MerchantParams,
  NewMerchantSchema,
  type LiveSwitchBody,
  type MerchantChangeBody,
  type MerchantListQuery,
  type MerchantRequest,
  type NewMerchantBody,
} from "../schema/admin/merchant.ts";
import { actorOf, invalid, merchantOf, record } from "./admin-call.ts";
import type { AdminDeps } from "./admin-deps.ts";
import { settingsOf } from "./merchant-change.ts";
import { merchantDocument } from "./merchant-document.ts";
import type { Problem } from "../problem/problem.ts";

const MERCHANTS = `${ADMINISTRATION}merchants`;
export const MERCHANT = `${MERCHANTS}/:merchant_id`;

type CreationRequest = FastifyRequest<{ Body: NewMerchantBody }>;
type ChangeRequest = FastifyRequest<MerchantRequest & { Body: MerchantChangeBody }>;
type SwitchRequest = FastifyRequest<MerchantRequest & { Body: LiveSwitchBody }>;

/** Merchants: creating, listing and reading them, their settings, suspension and live switch. */
export function merchantRoutes(app: FastifyInstance, deps: AdminDeps): void {
  const params = MerchantParams;
  app.post<{ Body: NewMerchantBody }>(
    MERCHANTS,
    { ...withOperatorKey(deps, "merchants.write"), schema: { body: NewMerchantSchema } },
    (request, reply) => create(deps, request, reply),
  );
  app.get<{ Querystring: MerchantListQuery }>(
    MERCHANTS,
    {
      ...withOperatorKey(deps, "merchants.read"),
      schema: { querystring: MerchantListQuerySchema },
    },
    ({ query }) => list(deps, query),
  );
  app.get<MerchantRequest>(
    MERCHANT,
    { ...withOperatorKey(deps, "merchants.read"), schema: { params } },
    (request) => read(deps, request),
  );
  app.patch<MerchantRequest & { Body: MerchantChangeBody }>(
    MERCHANT,
    {
      ...withOperatorKey(deps, "merchants.write"),
      schema: { params, body: MerchantChangeSchema },
    },
    (request) => change(deps, request),
  );
  app.get<MerchantRequest>(
    `${MERCHANT}/live`,
    { ...withOperatorKey(deps, "merchants.read"), schema: { params } },
    (request) => readLive(deps, request),
  );
  app.put<MerchantRequest & { Body: LiveSwitchBody }>(
    `${MERCHANT}/live`,
    { ...withOperatorKey(deps, "live.write"), schema: { params, body: LiveSwitchSchema } },
    (request, reply) => switchLive(deps, request, reply),
  );
}

async function create(
  deps: AdminDeps,
  request: CreationRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const name = merchantName(request.body.name);
  if (name === undefined) throw invalid({ field: "name", message: "must be 1 to 255 characters" });
  const keyed = keyedAnswerOf(request);
  const command = { name, createdBy: actorOf(request) };
  const made = await createMerchant(
    deps,
    command,
    keyed === undefined ? undefined : (credentials) => keyed(createdAnswer(deps, credentials)),
  );
  clearClaimedKey(request);
  const { merchantId } = made.merchant;
  await deps.startSandbox(merchantId);
  const object = { kind: "merchant", id: merchantId };
  const note = { action: "merchant.created", object, after: { name } } as const;
  await record(deps, request, { note, place: { merchantId } });
  const { contentType, body } = createdAnswer(deps, made);
  return reply.type(contentType).send(body);
}

/** The answer of a creation, the only one that contains the keys. */
function createdAnswer({ clock }: AdminDeps, made: MerchantCredentials): KeptAnswer {
  const body = {
    ...merchantDocument(made.merchant, clock.now()),
    test_api_key: made.testApiKey,
    live_api_key: made.liveApiKey,
    webhook_secret: made.merchant.webhookSecret,
  };
  return {
    status: 200,
    contentType: "application/json; charset=utf-8",
    body: JSON.stringify(body),
  };
}

async function list({ merchants, clock }: AdminDeps, { after, limit = "20" }: MerchantListQuery) {
  const most = Number(limit);
  const from = after === undefined ? undefined : parseMerchantId(after);
  const found = await merchants.page(from, most + 1);
  const page = found.slice(0, most);
  const now = clock.now();
  return {
    merchants: page.map((merchant) => merchantDocument(merchant, now)),
    has_more: found.length > most,
    next: page.at(-1)?.merchantId ?? after ?? null,
  };
}

async function read(deps: AdminDeps, request: FastifyRequest<MerchantRequest>) {
  return merchantDocument(await merchantOf(deps, request), deps.clock.now());
}

async function change(deps: AdminDeps, request: ChangeRequest) {
  const now = deps.clock.now();
  const { merchant, changes } = await saveSettings(deps, request, now);
  const { merchantId, settings } = merchant;
  const place = { merchantId };
  const object = { kind: "merchant", id: merchantId };
  if (Object.keys(changes).length > 0) {
    const names = Object.keys(changes);
    const before = Object.fromEntries(
      Object.entries(settings).filter(([name]) => names.includes(name)),
    );
    const note = { action: "settings.changed", object, before, after: changes } as const;
    await record(deps, request, { note, place });
  }
  const { state } = request.body;
  if (state !== undefined && (await setSuspended(deps, merchant, state === "suspended"))) {
    const action = state === "suspended" ? "merchant.suspended" : "merchant.resumed";
    await record(deps, request, { note: { action, object }, place });
  }
  return merchantDocument(await merchantOf(deps, request), now);
}

/**
 * Saves the settings of a call. Whether a limit of refunds is a higher one depends on the limit
 * before it, so the merchant is read again if that was changed in between.
 */
async function saveSettings(deps: AdminDeps, request: ChangeRequest, now: Instant) {
  const requester = { id: operatorOf(request).keyId, name: actorOf(request) };
  for (;;) {
    const merchant = await merchantOf(deps, request);
    const { merchantId, settings } = merchant;
    const changes = settingsOf(request.body, merchant, { requester, now });
    const isSaved =
      Object.keys(changes).length === 0 ||
      (await deps.merchants.changeSeenLimits(merchantId, settings, changes));
    if (isSaved) return { merchant, changes };
  }
}

async function readLive(deps: AdminDeps, request: FastifyRequest<MerchantRequest>) {
  return liveDocument(deps, await merchantOf(deps, request));
}

async function switchLive(deps: AdminDeps, request: SwitchRequest, reply: FastifyReply) {
  const merchant = await merchantOf(deps, request);
  const { merchantId } = merchant;
  const points = await deps.liveReadiness(merchantId);
  const switched = request.body.live
    ? await startLive(deps, merchant, points)
    : ({ ok: true, value: await stopLive(deps, merchant) } as const);
  if (!switched.ok) {
    const missing = points.filter(({ state }) => state === "missing").map(({ name }) => name);
    return deps.sendProblem(reply, notReady(missing));
  }
  const { value: note } = switched;
  if (note !== undefined) {
    await record(deps, request, { note, place: { merchantId, mode: "live" } });
  }
  return liveDocument(deps, await merchantOf(deps, request));
}

function notReady(missing: readonly string[]): Problem {
  const detail = `The merchant can't take live payments yet; missing: ${missing.join(", ")}.`;
  return { code: "live_not_ready", detail, extra: { missing } };
}

async function liveDocument({ liveReadiness }: AdminDeps, { merchantId, settings }: Merchant) {
  const points = await liveReadiness(merchantId);
  const { liveSince } = settings;
  return {
    live: liveSince !== null,
    live_since: liveSince === null ? null : toIso(liveSince),
    may_start: mayGoLive(points),
    points: points.map(({ name, state }) => ({ name, state })),
  };
}
