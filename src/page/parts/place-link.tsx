import type { ComponentChildren } from "preact";

type PlaceLinkProps = {
  readonly href: string;
  /** True if the link leads to the current page. */
  readonly isCurrent: boolean;
  readonly children: ComponentChildren;
};

/** A link in a list of pages, one of which is the current page. */
export function PlaceLink({ href, isCurrent, children }: PlaceLinkProps) {
  return (
    <li>
      <a href={href} aria-current={isCurrent ? "page" : undefined}>
        {children}
      </a>
    </li>
  );
}
