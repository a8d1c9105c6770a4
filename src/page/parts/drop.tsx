import type { ComponentChildren } from "preact";
import { Glyph, type IconName } from "./glyph.tsx";

type DropProps = {
  readonly label: string;
  readonly icon?: IconName;
  /** True if only screen readers get the label, and the icon stands for it. */
  readonly isIconOnly?: boolean;
  /** The side of the button with which the box is flush; `end` for a button at the right. */
  readonly side?: "start" | "end";
  readonly class?: string;
  readonly isOpen?: boolean;
  readonly children: ComponentChildren;
};

/** A button that opens a box below it: actions, a menu, or a small form. It needs no script. */
export function Drop({ label, icon, side = "start", children, ...rest }: DropProps) {
  const { isIconOnly = false, isOpen = false } = rest;
  return (
    <details class={`drop ${rest.class ?? ""}`.trim()} open={isOpen}>
      <summary>
        {icon !== undefined && <Glyph name={icon} />}
        <span class={isIconOnly ? "unseen" : undefined}>{label}</span>
        {!isIconOnly && <Glyph name="open" />}
      </summary>
      <div class={`box ${side}`}>{children}</div>
    </details>
  );
}
