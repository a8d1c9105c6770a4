import { isOperator } from "../../../merchant/user.ts";
import type { AccountContext } from "../kit/context.ts";
import { shell } from "../words/shell.ts";
import { isMerchant } from "./form.tsx";
import { navOf, operatorNavOf, type NavKey } from "../kit/nav.ts";
import { PlaceLink } from "./place-link.tsx";

type SectionsProps = { readonly context: AccountContext; readonly current: NavKey | undefined };

/** The navigation: folded on small screens, beside the page on large ones. */
export function Sections(props: SectionsProps) {
  const words = shell[props.context.language];
  const list = <SectionList {...props} />;
  return (
    <>
      <details class="menu">
        <summary>{words.menu}</summary>
        <nav aria-label={words.sections}>{list}</nav>
      </details>
      <nav class="side" aria-label={words.sections}>
        {list}
      </nav>
    </>
  );
}

function SectionList({ context, current }: SectionsProps) {
  const words = shell[context.language];
  const { user } = context.signedIn;
  return (
    <>
      {isMerchant(context) &&
        navOf(user).map(([group, entries]) => (
          <ul aria-label={words.groups[group]}>
            {entries.map(({ key, path }) => (
              <PlaceLink href={context.to(path)} isCurrent={key === current}>
                {words.nav[key]}
              </PlaceLink>
            ))}
          </ul>
        ))}
      {(isOperator(user) || !isMerchant(context)) && (
        <ul>
          {operatorNavOf(user).map(({ key, path }) => (
            <PlaceLink href={context.panel(path)} isCurrent={key === current}>
              {words.nav[key]}
            </PlaceLink>
          ))}
          {!isMerchant(context) && user.merchantId !== undefined && (
            <PlaceLink href={context.panel()} isCurrent={false}>
              {words.back}
            </PlaceLink>
          )}
        </ul>
      )}
    </>
  );
}
