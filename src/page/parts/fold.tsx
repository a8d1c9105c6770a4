import type { ComponentChildren } from "preact";

type FoldProps = {
  readonly label: string;
  /** False for a short list, which stands on the page as it is. */
  readonly isLong: boolean;
  readonly children: ComponentChildren;
};

/** A long list, whose cards phones show on request; wider windows always show the table. */
export function Fold({ label, isLong, children }: FoldProps) {
  if (!isLong) return <>{children}</>;
  return (
    <details class="fold">
      <summary>{label}</summary>
      {children}
    </details>
  );
}
