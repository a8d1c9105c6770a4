import type { ComponentChildren } from "preact";

/** Names with their values, one under the other. */
export function Facts({ children }: { readonly children: ComponentChildren }) {
  return <dl class="facts">{children}</dl>;
}

type FactProps = { readonly name: string; readonly children: ComponentChildren };

export function Fact({ name, children }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
