import type { Brand } from "../../domain/merchant/brand.ts";
import { useWords } from "../kit/context.ts";
import { Fact, Facts } from "../../page/parts/facts.tsx";
import { settingsWords } from "./words.ts";

/** The parts of the present brand that the preview does not show; nothing if there are none. */
export function BrandFacts({ brand }: { readonly brand: Brand }) {
  const words = useWords(settingsWords);
  const { accent, termsUrl, privacyUrl, contact } = brand;
  const facts = [accent, termsUrl, privacyUrl, contact];
  if (facts.every((fact) => fact === undefined)) return null;
  return (
    <section class="card">
      <Facts>
        {accent !== undefined && (
          <>
            <Fact name={words.accent}>
              <Swatch colour={accent.light} label={words.swatch} />
            </Fact>
            <Fact name={words.accentDark}>
              <Swatch colour={accent.dark} label={words.swatch} />
            </Fact>
          </>
        )}
        {termsUrl !== undefined && (
          <Fact name={words.terms} isWide>
            <a href={termsUrl}>{termsUrl}</a>
          </Fact>
        )}
        {privacyUrl !== undefined && (
          <Fact name={words.privacy} isWide>
            <a href={privacyUrl}>{privacyUrl}</a>
          </Fact>
        )}
        {contact !== undefined && (
          <Fact name={words.contact} isWide>
            {contact}
          </Fact>
        )}
      </Facts>
    </section>
  );
}

type SwatchProps = { readonly colour: string; readonly label: string };

function Swatch({ colour, label }: SwatchProps) {
  return (
    <>
      <svg class="swatch" viewBox="0 0 1 1" role="img" aria-label={label}>
        <rect width="1" height="1" fill={colour} />
      </svg>{" "}
      <span class="code">{colour}</span>
    </>
  );
}
