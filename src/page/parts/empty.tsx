import type { ComponentChildren } from "preact";

type EmptyProps = {
  /** Why the list is empty and what will be shown in it. */
  readonly text: string;
  /** A link or button that changes it. */
  readonly children?: ComponentChildren;
};

/** The place of a list that has no entries. */
export function Empty({ text, children }: EmptyProps) {
  return (
    <div class="empty">
      <p>{text}</p>
      {children !== undefined && <p>{children}</p>}
    </div>
  );
}
