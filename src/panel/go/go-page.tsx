import { may, type Permission } from "../../domain/merchant/permission.ts";
import { dayOf } from "../../kernel/day.ts";
import type { PanelAnswer } from "../kit/answer.ts";
import { type MerchantContext, useMerchant, useWords } from "../kit/context.ts";
import { navOf } from "../kit/nav.ts";
import { queryText } from "../kit/panel-paths.ts";
import { merchantRoute, type PanelRoute } from "../kit/route.ts";
import { presetDays } from "../../page/parts/day-range.ts";
import { Button, Form } from "../../page/parts/form.tsx";
import { Glyph, type IconName } from "../../page/parts/glyph.tsx";
import { listWords } from "../payments/words.ts";
import { shell } from "../words/shell.ts";
import { goWords } from "./words.ts";

/** One page to search for payments, to go to a page, and to begin an action; a script opens it. */
export const goRoutes: readonly PanelRoute[] = [
  merchantRoute({ method: "GET", path: "go", permission: "payments.see", run: goPage }),
];

async function goPage(context: MerchantContext): Promise<PanelAnswer> {
  const words = goWords[context.language];
  return {
    kind: "page",
    title: words.title,
    body: (
      <div class="go" id="go">
        <SearchForm />
        <LinkList title={words.pages} links={pagesOf(context)} />
        <LinkList title={words.actions} links={actionsOf(context)} />
        <Keys />
      </div>
    ),
  };
}

function SearchForm() {
  const { to, language } = useMerchant();
  const words = useWords(goWords);
  return (
    <Form action={to("payments/find")} class="seeking" label={words.title}>
      <input
        type="search"
        name="q"
        aria-label={words.hint}
        placeholder={words.hint}
        maxLength={255}
        autocomplete="off"
        spellcheck={false}
        data-no-card={listWords[language].cardNumber}
      />
      <Button>{words.search}</Button>
    </Form>
  );
}

type Link = { readonly href: string; readonly label: string; readonly icon: IconName };

type LinkListProps = { readonly title: string; readonly links: readonly Link[] };

function LinkList({ title, links }: LinkListProps) {
  return (
    <section>
      <h2>{title}</h2>
      <ul>
        {links.map(({ href, label, icon }) => (
          <li>
            <a href={href}>
              <Glyph name={icon} />
              {label}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function pagesOf(context: MerchantContext): readonly Link[] {
  const words = shell[context.language];
  return navOf(context.signedIn.user)
    .flatMap(([, entries]) => entries)
    .map(({ key, path }) => ({ href: context.to(path), label: words.nav[key], icon: key }));
}

type ActionName = keyof (typeof goWords)["tr"]["doing"];
type Action = readonly [name: ActionName, icon: IconName, permission: Permission, path: string];

const ACTIONS: readonly Action[] = [
  ["export", "payments", "payments.export", "payments/export"],
  ["calendar", "settlement", "settlement.see", "settlement/calendar"],
  ["accounts", "transfers", "transfers.see", "transfers/accounts"],
  ["newKey", "keys", "keys.change", "keys/new"],
  ["brand", "settings", "settings.see", "settings/brand"],
  ["bank", "acquirers", "connections.change", "acquirers/new"],
  ["routing", "acquirers", "connections.see", "acquirers/routing"],
];

function actionsOf(context: MerchantContext): readonly Link[] {
  const { kit, scope, merchant, signedIn, language } = context;
  const words = goWords[language].doing;
  const today = dayOf(kit.clocks.now(scope), merchant.settings.timeZone);
  const payments = (day: string, status = ""): string =>
    context.to("payments") + queryText({ start_date: day, end_date: day, status });
  const link = (name: ActionName, icon: IconName, href: string): Link => {
    return { href, label: words[name], icon };
  };
  return [
    link("failedToday", "payments", payments(today, "failed")),
    link("yesterday", "payments", payments(presetDays("yesterday", today).end)),
    ...ACTIONS.filter(([, , permission]) => may(signedIn.user, permission)).map(
      ([name, icon, , path]) => link(name, icon, context.to(path)),
    ),
    link("password", "person", context.panel("account/password")),
    ...(scope.mode === "test" ? [link("testPayment", "cards", kit.pagePaths.demo(language))] : []),
  ];
}

/** The keys that work on every page with scripts. */
function Keys() {
  const words = useWords(goWords);
  return (
    <section class="keys">
      <h2>{words.keys}</h2>
      <ul>
        <li>
          <kbd>/</kbd> <kbd>Ctrl K</kbd> <kbd>⌘ K</kbd> {words.keyOpen}
        </li>
        <li>
          <kbd>J</kbd> <kbd>K</kbd> {words.keyMove}
        </li>
        <li>
          <kbd>Enter</kbd> {words.keyEnter}
        </li>
      </ul>
    </section>
  );
}
