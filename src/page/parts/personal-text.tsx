/** A text of a customer, which may break before the `@` of an address rather than in a word. */
export function PersonalText({ text }: { readonly text: string }) {
  const at = text.indexOf("@");
  if (at < 0) return <bdi>{text}</bdi>;
  return (
    <bdi>
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </bdi>
  );
}
