import { HOUR, toIso } from "../../kernel/clock.ts";
import { isMainInForce, refOf, type ApiKey } from "../../domain/merchant/api-key.ts";
import { movesMoney } from "../../domain/merchant/key-right.ts";
import { may } from "../../domain/merchant/permission.ts";
import { aboveLimitFrom } from "../../domain/merchant/refund-limit.ts";
import { rollKey } from "../../domain/merchant/roll-key.ts";
import type { AuditAction } from "../../domain/merchant/audit.ts";
import { done, NOT_FOUND, redirect, refusal, type PanelAnswer } from "../kit/answer.ts";
import type { MerchantContext } from "../kit/context.ts";
import type { Question } from "../kit/question.ts";
import { merchantRoute, merchantRoutes, type PanelRoute } from "../kit/route.ts";
import { graceOf, keyInUse } from "./grace-fields.tsx";
import { LastUse, rightsText } from "./key-parts.tsx";
import { keyPage } from "./key-page.tsx";
import { keysPage } from "./keys-page.tsx";
import { createNamedKey, newKeyPage } from "./new-key-page.tsx";
import { shownKeyPage } from "./shown-key-page.tsx";
import { keyWords } from "./words.ts";

const look = merchantRoutes("GET", "keys.see");
const change = merchantRoutes("POST", "keys.change");

/** The keys of a mode: the list, and creating, rolling and ending a key. */
export const keyRoutes: readonly PanelRoute[] = [
  look("keys", keysPage),
  merchantRoute({
    method: "GET",
    path: "keys/new",
    permission: "keys.change",
    run: async (context) => newKeyPage(context, {}),
  }),
  change("keys/new", createNamedKey, { audit: { action: "key.created", kind: "key", id: "" } }),
  look("keys/:key", (context) => withKey(context, (key) => keyPage(context, key))),
  change(
    "keys/:key/roll",
    (context) => withChangeable(context, (key) => roll(context, key)),
    audited("key.rolled"),
  ),
  change("keys/:key/end", (context) => withChangeable(context, (key) => end(context, key)), {
    ...audited("key.ended"),
    ask: askEnd,
  }),
  change(
    "keys/:key/keep-limit",
    (context) => withChangeable(context, (key) => keepLimit(context, key)),
    audited("key.changed"),
  ),
  merchantRoute({
    method: "POST",
    path: "keys/roll",
    permission: "keys.money",
    audit: { action: "key.rolled", kind: "key", id: "" },
    run: (context) => roll(context, undefined),
  }),
];

function audited(action: AuditAction) {
  return { audit: { action, kind: "key", field: "key" } };
}

async function withKey(
  context: MerchantContext,
  run: (key: ApiKey) => Promise<PanelAnswer>,
): Promise<PanelAnswer> {
  const key = await findKey(context);
  return key === undefined ? NOT_FOUND : run(key);
}

async function findKey({ kit, request, scope }: MerchantContext): Promise<ApiKey | undefined> {
  const keys = await kit.merchants.listKeys(scope.merchantId);
  return keys.find((one) => one.mode === scope.mode && refOf(one) === request.params["key"]);
}

async function askEnd(context: MerchantContext): Promise<Question | undefined> {
  const { language } = context;
  const words = keyWords[language];
  const key = await findKey(context);
  if (key === undefined || isMainInForce(key) || !isTheirs(context, key)) return undefined;
  return {
    title: words.end,
    facts: [
      [words.name, key.name ?? words.main],
      [words.key, <span class="code">{`vz_${key.mode}_…${key.lastFour}`}</span>],
      [words.rights, rightsText(key, language)],
      [words.used, <LastUse apiKey={key} />],
    ],
    effects: [words.endHint, words.noWayBack],
  };
}

/** Keys that can move money are changed only by users who may grant that right. */
function isTheirs({ signedIn }: MerchantContext, { rights }: ApiKey): boolean {
  return !movesMoney(rights) || may(signedIn.user, "keys.money");
}

function withChangeable(
  context: MerchantContext,
  run: (key: ApiKey) => Promise<PanelAnswer>,
): Promise<PanelAnswer> {
  return withKey(context, async (key) => {
    if (isTheirs(context, key)) return run(key);
    const path = context.to(`keys/${refOf(key)}`);
    return redirect(path, refusal(keyWords[context.language].ownersOnly));
  });
}

/** Replaces the named `key`; if that is undefined, the main key. */
async function roll(context: MerchantContext, key: ApiKey | undefined): Promise<PanelAnswer> {
  const { kit, request, scope, merchant, signedIn, language } = context;
  const { merchantId, mode } = scope;
  const all = await kit.merchants.listKeys(merchantId);
  const replaced = all.filter((one) => one.mode === mode && one.name === key?.name);
  const hours = Number(graceOf(context, replaced));
  if (hours === 0 && keyInUse(context, replaced) !== undefined && request.body["sure"] !== "yes") {
    const path = context.to(key === undefined ? "keys" : `keys/${refOf(key)}`);
    return redirect(path, refusal(keyWords[language].stillUsed));
  }
  const rolled = await rollKey(kit, {
    merchantId,
    mode,
    name: key?.name,
    createdBy: signedIn.user.email,
    graceMs: hours * HOUR,
    aboveLimitFrom: aboveLimitFrom(merchant.settings, kit.clock.now()),
  });
  if (!rolled.ok) return NOT_FOUND;
  const { apiKey, oldUntil } = rolled.value;
  await context.log.done({
    object: { kind: "key", id: `…${apiKey.slice(-4)}` },
    after: { name: key?.name, old_key_until: oldUntil === undefined ? "now" : toIso(oldUntil) },
  });
  return shownKeyPage(context, { apiKey, old: { until: oldUntil } });
}

async function end(context: MerchantContext, key: ApiKey): Promise<PanelAnswer> {
  const { kit, scope, language } = context;
  const words = keyWords[language];
  if (isMainInForce(key)) {
    return redirect(context.to(`keys/${refOf(key)}`), refusal(words.mainStays));
  }
  await kit.merchants.endKey(scope.merchantId, key.hash);
  await context.log.done({
    object: { kind: "key", id: `…${key.lastFour}` },
    before: { name: key.name },
  });
  return redirect(context.to("keys"), done(words.ended));
}

async function keepLimit(context: MerchantContext, key: ApiKey): Promise<PanelAnswer> {
  const { kit, scope, language } = context;
  await kit.merchants.endAboveLimit(scope.merchantId, key.hash);
  await context.log.done({
    object: { kind: "key", id: `…${key.lastFour}` },
    before: { "refunds.above_limit": true },
    after: { "refunds.above_limit": false },
  });
  return redirect(context.to(`keys/${refOf(key)}`), done(keyWords[language].keepsLimit));
}
