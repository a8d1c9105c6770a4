import type { ComponentChildren } from "preact";
import { isOperator } from "../../domain/merchant/user.ts";
import { MOST_COUNTED, type TaskCounts } from "../../domain/report/task-counts.ts";
import { isMerchant, useAccount, useWords } from "../kit/context.ts";
import { navOf, operatorNavOf, type NavKey } from "../kit/nav.ts";
import { Glyph } from "../../page/parts/glyph.tsx";
import { PlaceLink } from "../../page/parts/place-link.tsx";
import { shell } from "../words/shell.ts";

export type SectionsProps = {
  readonly current: NavKey | undefined;
  /** The numbers of waiting records in the sections; absent on pages that belong to no merchant. */
  readonly counts: TaskCounts | undefined;
};

/** The navigation of small screens, behind a button in the top bar. */
export function SectionMenu(props: SectionsProps) {
  const words = useWords(shell);
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
  const { language } = useAccount();
  return (
    <nav class="side" aria-label={shell[language].sections}>
      <SectionList {...props} />
    </nav>
  );
}

function hasCounts(counts: TaskCounts | undefined): boolean {
  return counts !== undefined && Object.values(counts).some((count) => count > 0);
}

function SectionList({ current, counts }: SectionsProps) {
  const context = useAccount();
  const words = useWords(shell);
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
                <Count count={countOf(counts, key)} />
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

function countOf(counts: TaskCounts | undefined, key: NavKey): number {
  const found = Object.entries(counts ?? {}).find(([name]) => name === key);
  return found?.[1] ?? 0;
}

function Count({ count }: { readonly count: number }) {
  const { language } = useAccount();
  if (count === 0) return null;
  const text = count >= MOST_COUNTED ? `${MOST_COUNTED - 1}+` : String(count);
  return (
    <span class="waits">
      <span aria-hidden="true">{text}</span>
      <span class="unseen">{shell[language].waiting(text)}</span>
    </span>
  );
}
