import type { ComponentChildren } from "preact";
import { isOperator } from "../../domain/merchant/user.ts";
import { MOST_COUNTED, type DeskCounts } from "../../domain/report/desk-counts.ts";
import type { AccountContext } from "../kit/context.ts";
import { navOf, operatorNavOf, type NavKey } from "../kit/nav.ts";
import { isMerchant } from "../parts/form.tsx";
import { Glyph } from "../../page/parts/glyph.tsx";
import { PlaceLink } from "../../page/parts/place-link.tsx";
import { shell } from "../words/shell.ts";

export type SectionsProps = {
  readonly context: AccountContext;
  readonly current: NavKey | undefined;
  /** The numbers of waiting records in the sections; absent on pages that belong to no merchant. */
  readonly counts: DeskCounts | undefined;
};

/** The navigation of small screens, behind a button in the top bar. */
export function SectionMenu(props: SectionsProps) {
  const words = shell[props.context.language];
  return (
    <details class="menu">
      <summary>
        <Glyph name="menu" />
        <span class="unseen">{words.menu}</span>
        {hasCounts(props.counts) && <span class="dot-mark" />}
      </summary>
      <nav aria-label={words.sections}>
        <SectionList {...props} />
      </nav>
    </details>
  );
}

/** The navigation of large screens, beside the page. */
export function Sections(props: SectionsProps) {
  return (
    <nav class="side" aria-label={shell[props.context.language].sections}>
      <SectionList {...props} />
    </nav>
  );
}

function hasCounts(counts: DeskCounts | undefined): boolean {
  return counts !== undefined && Object.values(counts).some((count) => count > 0);
}

function SectionList({ context, current, counts }: SectionsProps) {
  const words = shell[context.language];
  const { user } = context.signedIn;
  return (
    <>
      {isMerchant(context) &&
        navOf(user).map(([group, entries]) => (
          <Group name={words.groups[group]} isNamed={group !== "home"}>
            {entries.map(({ key, path }) => (
              <PlaceLink href={context.to(path)} isCurrent={key === current}>
                <Glyph name={key} />
                {words.nav[key]}
                <Count context={context} count={countOf(counts, key)} />
              </PlaceLink>
            ))}
          </Group>
        ))}
      {(isOperator(user) || !isMerchant(context)) && (
        <Group name={words.groups.operation} isNamed={isOperator(user)}>
          {operatorNavOf(user).map(({ key, path }) => (
            <PlaceLink href={context.panel(path)} isCurrent={key === current}>
              <Glyph name={key} />
              {words.nav[key]}
            </PlaceLink>
          ))}
          {!isMerchant(context) && user.merchantId !== undefined && (
            <PlaceLink href={context.panel()} isCurrent={false}>
              {words.back}
            </PlaceLink>
          )}
        </Group>
      )}
    </>
  );
}

type GroupProps = {
  readonly name: string;
  /** False if only screen readers get the name. */
  readonly isNamed: boolean;
  readonly children: ComponentChildren;
};

function Group({ name, isNamed, children }: GroupProps) {
  return (
    <>
      {isNamed && (
        <p class="group" aria-hidden="true">
          {name}
        </p>
      )}
      <ul aria-label={name}>{children}</ul>
    </>
  );
}

function countOf(counts: DeskCounts | undefined, key: NavKey): number {
  const found = Object.entries(counts ?? {}).find(([name]) => name === key);
  return found?.[1] ?? 0;
}

type CountProps = { readonly context: AccountContext; readonly count: number };

function Count({ context, count }: CountProps) {
  if (count === 0) return null;
  const text = count >= MOST_COUNTED ? `${MOST_COUNTED - 1}+` : String(count);
  return (
    <span class="waits">
      <span aria-hidden="true">{text}</span>
      <span class="unseen">{shell[context.language].waiting(text)}</span>
    </span>
  );
}
