import type { ComponentChildren } from "preact";
import { fitOf } from "./fit-of.ts";

/** A list of names and values. */
export function Facts({ children }: { readonly children: ComponentChildren }) {
  return <dl class="facts">{children}</dl>;
}

type FactProps = {
  readonly name: string;
  /** True for a long value, which takes the whole width of a phone. */
  readonly isWide?: boolean;
  readonly children: ComponentChildren;
};

export function Fact({ name, isWide = false, children }: FactProps) {
  return (
    <div class={isWide ? "wide" : fitOf(children)}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
