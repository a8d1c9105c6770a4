import type { Brand } from "../../../merchant/brand.ts";
import { BrandLogo } from "../../page/brand/brand-logo.tsx";
import type { MerchantContext } from "../kit/context.ts";
import { Fact, Facts } from "../parts/facts.tsx";
import { shell } from "../words/shell.ts";
import { settingsWords } from "./words.ts";

type Props = { readonly context: MerchantContext; readonly brand: Brand };

/** The present brand of the merchant. */
export function BrandFacts({ context, brand }: Props) {
  const { kit, merchant, language } = context;
  const words = settingsWords[language];
  const { nothing } = shell[language];
  const { displayName, accent, termsUrl, privacyUrl, contact, logo } = brand;
  const shown = { ...brand, merchantId: merchant.merchantId, name: merchant.name };
  return (
    <section class="card">
      <Facts>
        <Fact name={words.logo}>
          {logo === undefined ? (
            nothing
          ) : (
            <BrandLogo brand={shown} paths={kit.pagePaths} alt={words.logoNow} />
          )}
        </Fact>
        <Fact name={words.name}>{displayName ?? merchant.name}</Fact>
        <Fact name={words.accent}>
          {accent === undefined ? nothing : <Swatch colour={accent.light} label={words.swatch} />}
        </Fact>
        <Fact name={words.accentDark}>
          {accent === undefined ? nothing : <Swatch colour={accent.dark} label={words.swatch} />}
        </Fact>
        <Fact name={words.terms}>
          {termsUrl === undefined ? nothing : <a href={termsUrl}>{termsUrl}</a>}
        </Fact>
        <Fact name={words.privacy}>
          {privacyUrl === undefined ? nothing : <a href={privacyUrl}>{privacyUrl}</a>}
        </Fact>
        <Fact name={words.contact}>{contact ?? nothing}</Fact>
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
