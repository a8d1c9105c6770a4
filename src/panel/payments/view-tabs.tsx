import { may } from "../../domain/merchant/permission.ts";
import type { SavedView } from "../../domain/report/saved-view.ts";
import { useMerchant, useWords } from "../kit/context.ts";
import { queryText } from "../kit/panel-paths.ts";
import { Drop } from "../../page/parts/drop.tsx";
import { Button, Field, Form } from "../../page/parts/form.tsx";
import { PlaceLink } from "../../page/parts/place-link.tsx";
import { listWords } from "./words.ts";

type ViewsProps = {
  readonly views: readonly SavedView[];
  readonly query: Readonly<Record<string, string>>;
};

/** Saved filters above the list; users can save the current one and remove their own. */
export function Views({ views, query }: ViewsProps) {
  const { signedIn, to } = useMerchant();
  const words = useWords(listWords);
  const here = queryText(query);
  const current = views.find((view) => view.query === here);
  const isOwn = current?.userId === signedIn.user.userId;
  const maySave = here !== "" && current === undefined && may(signedIn.user, "views.save");
  if (views.length === 0 && !maySave) return null;
  return (
    <div class="views">
      {views.length > 0 && (
        <nav class="pills" aria-label={words.views}>
          <ul>
            {views.map((view) => (
              <PlaceLink href={to("payments") + view.query} isCurrent={view === current}>
                {view.name}
                {view.isShared && <small> {words.shared}</small>}
              </PlaceLink>
            ))}
          </ul>
        </nav>
      )}
      {current !== undefined && isOwn && (
        <Form action={to("payments/views/remove")}>
          <button type="submit" class="link" name="view" value={current.viewId}>
            {words.removeView(current.name)}
          </button>
        </Form>
      )}
      {maySave && <SaveView query={query} />}
    </div>
  );
}

function SaveView({ query }: Omit<ViewsProps, "views">) {
  const { to, signedIn } = useMerchant();
  const words = useWords(listWords);
  return (
    <Drop label={words.saveView} icon="bookmark">
      <Form action={to("payments/views")} label={words.saveView}>
        <input type="hidden" name="query" value={queryText(query)} />
        <Field name="name" label={words.viewName} maxLength={60} isRequired />
        {may(signedIn.user, "views.share") && (
          <label class="choice">
            <input type="checkbox" name="shared" value="yes" />
            {words.share}
          </label>
        )}
        <Button>{words.saveView}</Button>
      </Form>
    </Drop>
  );
}
