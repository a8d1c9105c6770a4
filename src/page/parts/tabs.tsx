import { PlaceLink } from "./place-link.tsx";

export type Tab = {
  readonly href: string;
  readonly label: string;
  /** The number of entries behind the tab, if it is known. */
  readonly count?: string | undefined;
  readonly isCurrent: boolean;
};

type TabsProps = { readonly label: string; readonly tabs: readonly Tab[] };

/** Links to the parts of a list, in one row that scrolls by itself on narrow screens. */
export function Tabs({ label, tabs }: TabsProps) {
  return (
    <nav class="tabs" aria-label={label}>
      <ul>
        {tabs.map(({ href, label: text, count, isCurrent }) => (
          <PlaceLink href={href} isCurrent={isCurrent}>
            {text}
            {count !== undefined && <span class="count">{count}</span>}
          </PlaceLink>
        ))}
      </ul>
    </nav>
  );
}
