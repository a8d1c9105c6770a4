import type { FastifyInstance, FastifyRequest } from "fastify";
import { DAY, HOUR, toIso } from "../../kernel/clock.ts";
import { isMainInForce, refOf } from "../../domain/merchant/api-key.ts";
import {
  createKey,
  KEY_NETWORKS_MAX,
  type CreateKeyRefusal,
} from "../../domain/merchant/create-key.ts";
import { keyDocument } from "../../domain/merchant/key-document.ts";
import { MODES } from "../../domain/merchant/merchant.ts";
import { replacedSecret, rollMerchantSecret } from "../../domain/merchant/merchant-secret.ts";
import { aboveLimitFrom } from "../../domain/merchant/refund-limit.ts";
import { rollKey } from "../../domain/merchant/roll-key.ts";
import { parseNetwork } from "../limit/networks.ts";
import { withOperatorKey } from "../caller/operator-auth.ts";
import type { RequestProblem } from "../problem/request-problem.ts";
import {
  KeyParams,
  NewKeySchema,
  RollKeySchema,
  RollSecretSchema,
  type KeyRequest,
  type NewKeyBody,
  type RollKeyBody,
  type RollSecretBody,
} from "../schema/admin/key.ts";
import { MerchantParams, type MerchantRequest } from "../schema/admin/merchant.ts";
import { actorOf, alreadyThere, invalid, merchantOf, notFound, record } from "./admin-call.ts";
import type { AdminDeps } from "./admin-deps.ts";
import { MERCHANT } from "./merchant-routes.ts";

const KEYS = `${MERCHANT}/keys`;

type CreationRequest = FastifyRequest<MerchantRequest & { Body: NewKeyBody }>;
/** The time, in hours, for which a replaced secret signs unless the call says otherwise. */
const OVERLAP_HOURS = 24;

type RollingSecret = FastifyRequest<MerchantRequest & { Body: RollSecretBody }>;
type RollRequest = FastifyRequest<MerchantRequest & { Body: RollKeyBody }>;

/** The API keys of a merchant, and the secret that signs its redirects. */
export function keyRoutes(app: FastifyInstance, deps: AdminDeps): void {
  const write = withOperatorKey(deps, "keys.write");
  app.get<MerchantRequest>(
    KEYS,
    { ...withOperatorKey(deps, "keys.read"), schema: { params: MerchantParams } },
    (request) => list(deps, request),
  );
  app.post<MerchantRequest & { Body: NewKeyBody }>(
    KEYS,
    { ...write, schema: { params: MerchantParams, body: NewKeySchema } },
    (request) => create(deps, request),
  );
  app.post<MerchantRequest & { Body: RollKeyBody }>(
    `${KEYS}/roll`,
    { ...write, schema: { params: MerchantParams, body: RollKeySchema } },
    (request) => roll(deps, request),
  );
  app.delete<KeyRequest>(
    `${KEYS}/:key_ref`,
    { ...write, schema: { params: KeyParams } },
    (request) => end(deps, request),
  );
  app.post<MerchantRequest & { Body: RollSecretBody }>(
    `${MERCHANT}/webhook-secret/roll`,
    { ...write, schema: { params: MerchantParams, body: RollSecretSchema } },
    (request) => rollSecret(deps, request),
  );
}

async function list(deps: AdminDeps, request: FastifyRequest<MerchantRequest>) {
  const { merchantId } = await merchantOf(deps, request);
  const keys = await deps.merchants.listKeys(merchantId);
  const inOrder = MODES.flatMap((mode) => keys.filter((key) => key.mode === mode));
  return { keys: inOrder.map(keyDocument) };
}

async function create(deps: AdminDeps, request: CreationRequest) {
  const { merchantId, settings } = await merchantOf(deps, request);
  const { mode, name, rights, expires_in_days: days } = request.body;
  const networks = networksOf(request.body.networks ?? []);
  const created = await createKey(deps, {
    merchantId,
    mode,
    name,
    rights: [...new Set(rights)],
    networks,
    createdBy: actorOf(request),
    lifetimeMs: days === undefined ? undefined : days * DAY,
    aboveLimitFrom: aboveLimitFrom(settings, deps.clock.now()),
  });
  if (!created.ok) throw refusalOf(created.refusal);
  const { text, stored } = created.value;
  await record(deps, request, {
    note: {
      action: "key.created",
      object: { kind: "key", id: `…${stored.lastFour}` },
      after: { name: stored.name, rights: rights.join(" "), networks: networks.join(" ") },
    },
    place: { merchantId, mode },
  });
  return { ...keyDocument(stored), api_key: text };
}

function networksOf(texts: readonly string[]): readonly string[] {
  const faults = texts.flatMap((text, index) =>
    parseNetwork(text) === undefined
      ? [{ field: `networks[${index}]`, message: "must be a network such as 203.0.113.0/24" }]
      : [],
  );
  if (faults.length > 0) throw invalid(...faults);
  return [...new Set(texts.map(parseNetwork).filter((one) => one !== undefined))];
}

function refusalOf(refusal: CreateKeyRefusal): RequestProblem {
  switch (refusal) {
    case "bad_name":
      return invalid({ field: "name", message: "must be 1 to 80 characters" });
    case "name_taken":
      return alreadyThere("name", "must be another: a key in force has it");
    case "no_rights":
      return invalid({ field: "rights", message: "must have one besides refunds.above_limit" });
    case "too_many_networks":
      return invalid({ field: "networks", message: `must have at most ${KEY_NETWORKS_MAX} items` });
  }
}

async function roll(deps: AdminDeps, request: RollRequest) {
  const { merchantId, settings } = await merchantOf(deps, request);
  const { mode, name, grace_hours: hours = 0 } = request.body;
  const rolled = await rollKey(deps, {
    merchantId,
    mode,
    name,
    createdBy: actorOf(request),
    graceMs: hours * HOUR,
    aboveLimitFrom: aboveLimitFrom(settings, deps.clock.now()),
  });
  if (!rolled.ok) throw notFound("name", "must be the name of a key in force, or be left out");
  const { apiKey, oldUntil } = rolled.value;
  const until = oldUntil === undefined ? null : toIso(oldUntil);
  await record(deps, request, {
    note: {
      action: "key.rolled",
      object: { kind: "key", id: `…${apiKey.slice(-4)}` },
      after: { name, old_key_until: until ?? "now" },
    },
    place: { merchantId, mode },
  });
  return { mode, name: name ?? null, api_key: apiKey, old_key_until: until };
}

async function end(deps: AdminDeps, request: FastifyRequest<KeyRequest>) {
  const { merchantId } = await merchantOf(deps, request);
  const keys = await deps.merchants.listKeys(merchantId);
  const key = keys.find((one) => refOf(one) === request.params.key_ref);
  if (key === undefined) throw notFound("key_ref", "must name a key in force of the merchant");
  if (isMainInForce(key)) {
    throw invalid({ field: "key_ref", message: "must not name the main key, which is rolled" });
  }
  await deps.merchants.endKey(merchantId, key.hash);
  await record(deps, request, {
    note: {
      action: "key.ended",
      object: { kind: "key", id: `…${key.lastFour}` },
      before: { name: key.name },
    },
    place: { merchantId, mode: key.mode },
  });
  return { ended: true, key_ref: refOf(key) };
}

async function rollSecret(deps: AdminDeps, request: RollingSecret) {
  const owner = await merchantOf(deps, request);
  const { merchantId } = owner;
  const { overlap_hours: hours = OVERLAP_HOURS } = request.body;
  const rolled = await rollMerchantSecret(deps, { merchantId, overlapMs: hours * HOUR });
  if (!rolled.ok) {
    const until = replacedSecret(owner, deps.clock.now())?.until;
    const time = until === undefined ? "still" : `until ${toIso(until)}`;
    const message = `must be 0: the secret before this one signs ${time}`;
    throw invalid({ field: "overlap_hours", message });
  }
  const { secret, oldUntil } = rolled.value;
  const until = oldUntil === undefined ? null : toIso(oldUntil);
  await record(deps, request, {
    note: {
      action: "webhook.secret_rolled",
      object: { kind: "merchant", id: merchantId },
      after: { old_secret_until: until ?? "now" },
    },
    place: { merchantId },
  });
  return { merchant_id: merchantId, webhook_secret: secret, old_secret_until: until };
}
