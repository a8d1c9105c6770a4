import { may } from "../../../merchant/permission.ts";
import type { SavedView } from "../../../report/saved-view.ts";
import type { MerchantContext } from "../kit/context.ts";
import { queryText } from "../kit/panel-paths.ts";
import { Button, Field, Form } from "../parts/form.tsx";
import { listWords } from "./words.ts";
import { PlaceLink } from "../parts/place-link.tsx";

type TabsProps = {
  readonly context: MerchantContext;
  readonly views: readonly SavedView[];
  readonly query: Readonly<Record<string, string>>;
};

/** Saved filters as tabs; users can remove the selected one if it is their own. */
export function ViewTabs({ context, views, query }: TabsProps) {
  const words = listWords[context.language];
  if (views.length === 0) return null;
  const here = queryText(query);
  const current = views.find((view) => view.query === here);
  const isOwn = current?.userId === context.signedIn.user.userId;
  return (
    <div class="tabs">
      <nav aria-label={words.views}>
        <ul>
          <PlaceLink href={context.to("payments")} isCurrent={here === ""}>
            {words.all}
          </PlaceLink>
          {views.map((view) => (
            <PlaceLink href={context.to("payments") + view.query} isCurrent={view === current}>
              {view.name}
              {view.isShared && <small> {words.shared}</small>}
            </PlaceLink>
          ))}
        </ul>
      </nav>
      {current !== undefined && isOwn && (
        <Form context={context} action={context.to("payments/views/remove")}>
          <button type="submit" class="link" name="view" value={current.viewId}>
            {words.removeView(current.name)}
          </button>
        </Form>
      )}
    </div>
  );
}

type SaveProps = Pick<TabsProps, "context" | "query">;

export function SaveView({ context, query }: SaveProps) {
  const words = listWords[context.language];
  return (
    <details class="more">
      <summary>{words.saveView}</summary>
      <Form
        context={context}
        action={context.to("payments/views")}
        class="inline"
        label={words.saveView}
      >
        <input type="hidden" name="query" value={queryText(query)} />
        <Field name="name" label={words.viewName} maxLength={60} isRequired />
        {may(context.signedIn.user, "views.share") && (
          <label class="choice">
            <input type="checkbox" name="shared" value="yes" />
            {words.share}
          </label>
        )}
        <Button kind="plain">{words.saveView}</Button>
      </Form>
    </details>
  );
}
