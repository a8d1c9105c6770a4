import type { ComponentChildren } from "preact";

type CardProps = { readonly title: string; readonly children: ComponentChildren };

/** A part of a page with a heading of its own. */
export function Card({ title, children }: CardProps) {
  return (
    <section class="card">
      <h2>{title}</h2>
      {children}
    </section>
  );
}
