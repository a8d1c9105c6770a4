import { CopyButton } from "./copy-button.tsx";

type ShownOnceProps = { readonly name: string; readonly text: string };

/** A secret in the answer to the form that created it; no other page shows it. */
export function ShownOnce({ name, text }: ShownOnceProps) {
  return (
    <p class="secret">
      <strong>{name}</strong>
      <code>{text}</code>
      <CopyButton name={name} text={text} />
    </p>
  );
}
