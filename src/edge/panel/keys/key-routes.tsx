import { HOUR, toIso } from "../../../kernel/clock.ts";
import { rollKey, type RolledKey } from "../../../merchant/roll-key.ts";
import { done, redirect, type PanelAnswer } from "../answer.ts";
import type { MerchantContext } from "../context.ts";
import { ShownOnce } from "../parts/shown-once.tsx";
import { When } from "../parts/when.tsx";
import { merchantRoute, type PanelRoute } from "../route.ts";
import { GRACE_HOURS, refOf } from "./key-facts.ts";
import { keysPage } from "./keys-page.tsx";
import { keyWords } from "./words.ts";

/** Looking at a mode's keys, replacing them, and ending an old one before its time. */
export const keyRoutes: readonly PanelRoute[] = [
  merchantRoute({
    method: "GET",
    path: "keys",
    permission: "keys.see",
    run: keysPage,
  }),
  merchantRoute({ method: "POST", path: "keys/roll", permission: "keys.change", run: roll }),
  merchantRoute({ method: "POST", path: "keys/end", permission: "keys.change", run: end }),
];

async function roll(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, request, scope } = context;
  const hours = Number(GRACE_HOURS.find((one) => one === request.body["grace"]) ?? "0");
  const { merchantId, mode } = scope;
  const rolled = await rollKey(kit, { merchantId, mode, graceMs: hours * HOUR });
  if (!rolled.ok) return { kind: "not_found" };
  const { apiKey, oldUntil } = rolled.value;
  await context.record({
    action: "key.rolled",
    object: { kind: "key", id: `…${apiKey.slice(-4)}` },
    after: { old_key_until: oldUntil === undefined ? "now" : toIso(oldUntil) },
  });
  return rolledPage(context, rolled.value);
}

/** Shown in the answer to the form itself: the key is kept as a hash alone. */
function rolledPage(context: MerchantContext, { apiKey, oldUntil }: RolledKey): PanelAnswer {
  const { language, merchant } = context;
  const words = keyWords[language];
  return {
    kind: "page",
    nav: "keys",
    title: words.rolledTitle,
    crumbs: [{ label: words.title, href: context.to("keys") }],
    notice: done(words.rolled),
    body: (
      <div class="card">
        <ShownOnce language={language} name={words.key} text={apiKey} />
        <ShownOnce language={language} name={words.envLine} text={`VEZNE_API_KEY=${apiKey}`} />
        {oldUntil === undefined ? (
          <p>{words.oldEnded}</p>
        ) : (
          <p>
            {words.oldUntil}{" "}
            <When at={oldUntil} language={language} timeZone={merchant.settings.timeZone} />
          </p>
        )}
        <a class="button main" href={context.to("keys")}>
          {words.goOn}
        </a>
      </div>
    ),
  };
}

async function end(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, request, scope, language } = context;
  const keys = await kit.merchants.listKeys(scope.merchantId);
  const key = keys.find(
    (one) =>
      one.mode === scope.mode &&
      // The one that has no end yet is replaced, not ended.
      one.expiresAt !== undefined &&
      refOf(one) === request.body["key"],
  );
  if (key === undefined) return redirect(context.to("keys"));
  await kit.merchants.endKey(scope.merchantId, key.hash);
  await context.record({ action: "key.ended", object: { kind: "key", id: `…${key.lastFour}` } });
  return redirect(context.to("keys"), done(keyWords[language].ended));
}
