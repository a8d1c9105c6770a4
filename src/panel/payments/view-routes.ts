import { isStorable } from "../../kernel/text.ts";
import { newEntryId } from "../../kernel/ids.ts";
import { may } from "../../domain/merchant/permission.ts";
import type { SavedView } from "../../domain/report/saved-view.ts";
import { done, redirect, refusal, type PanelAnswer } from "../kit/answer.ts";
import type { MerchantContext } from "../kit/context.ts";
import { queryText } from "../kit/panel-paths.ts";
import { merchantRoute, type PanelRoute } from "../kit/route.ts";
import { searchOf, withoutCardNumbers } from "./read-search.ts";
import { listWords } from "./words.ts";

const NAME_MAX = 60;

/** Saving and removing a filter under a name. */
export const viewRoutes: readonly PanelRoute[] = [
  merchantRoute({
    method: "POST",
    path: "payments/views",
    permission: "views.save",
    audit: { action: "view.saved", kind: "view", id: "" },
    run: save,
  }),
  merchantRoute({
    method: "POST",
    path: "payments/views/remove",
    permission: "views.save",
    audit: { action: "view.removed", kind: "view", field: "view" },
    run: remove,
  }),
];

async function save(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, scope, signedIn, request, language } = context;
  const words = listWords[language];
  const fields = Object.fromEntries(new URLSearchParams(request.body["query"] ?? ""));
  const query = queryText(withoutCardNumbers(searchOf(fields)));
  const to = context.to("payments") + query;
  const name = kit
    .mask(request.body["name"] ?? "")
    .trim()
    .slice(0, NAME_MAX);
  if (name === "" || !isStorable(name + query)) return redirect(to, refusal(words.viewUnnamed));
  const { user } = signedIn;
  const createdAt = kit.clock.now();
  const view: SavedView = {
    viewId: newEntryId({ now: createdAt, random: kit.random }),
    userId: user.userId,
    name,
    query,
    isShared: request.body["shared"] === "yes" && may(user, "views.share"),
    createdAt,
  };
  await kit.views.save(scope, view);
  await context.log.done({
    object: { kind: "view", id: view.viewId },
    after: { name, query, shared: view.isShared },
  });
  return redirect(to, done(words.viewSaved));
}

async function remove(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, scope, signedIn, request, language } = context;
  const viewId = request.body["view"] ?? "";
  const removed = await kit.views.remove(scope, signedIn.user.userId, viewId);
  if (removed === undefined) return redirect(context.to("payments"));
  await context.log.done({ before: { name: removed.name, query: removed.query } });
  return redirect(context.to("payments"), done(listWords[language].viewRemoved));
}
