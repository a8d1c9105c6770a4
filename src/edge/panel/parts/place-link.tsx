import type { ComponentChildren } from "preact";

type PlaceLinkProps = {
  readonly href: string;
  /** Whether this is where the reader is. */
  readonly isCurrent: boolean;
  readonly children: ComponentChildren;
};

/** One of a list of places, of which the reader is at one. */
export function PlaceLink({ href, isCurrent, children }: PlaceLinkProps) {
  return (
    <li>
      <a href={href} aria-current={isCurrent ? "page" : undefined}>
        {children}
      </a>
    </li>
  );
}
