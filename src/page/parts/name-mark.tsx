/** Number of colours that the style sheet has for marks. */
const TONES = 6;

/**
 * A disc with the initials of a wallet or bank, in place of a logo, whose use would need the
 * owner's permission. It is decoration: the name stands beside it.
 */
export function NameMark({ name }: { readonly name: string }) {
  const letters = name.split(/\s+/).map((word) => word.slice(0, 1));
  const tone = (name.charCodeAt(0) + name.length) % TONES;
  return (
    <span class={`mark tone-${tone}`} aria-hidden="true">
      {letters.slice(0, 2).join("")}
    </span>
  );
}
