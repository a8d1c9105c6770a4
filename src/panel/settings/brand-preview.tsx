import { Card } from "../../page/parts/card.tsx";
import type { Scheme } from "../../domain/merchant/accent.ts";
import type { Brand } from "../../domain/merchant/brand.ts";
import { money } from "../../kernel/money.ts";
import { formatMoney } from "../../page/format.ts";
import { useMerchant, useWords } from "../kit/context.ts";
import { COLOUR_FIELDS, pickerColour, previewColours } from "../../page/brand/read-colour.ts";
import { settingsWords } from "./words.ts";

type Props = { readonly brand: Brand };

const SCHEMES = ["light", "dark"] as const;
const SAMPLE_MINOR = 125_000n;

/**
 * The payment page with the merchant's name, logo and colours in both schemes. Without scripts it
 * shows the saved brand; with them it follows the form while the person types.
 */
export function BrandPreview({ brand }: Props) {
  const words = useWords(settingsWords);
  return (
    <Card title={words.previewTitle}>
      <div class="previews">
        {SCHEMES.map((scheme) => (
          <PagePicture brand={brand} scheme={scheme} />
        ))}
      </div>
    </Card>
  );
}

/** A drawing, because a style sheet of a page can hold no colour that was just chosen. */
function PagePicture({ brand, scheme }: Props & { readonly scheme: Scheme }) {
  const { language } = useMerchant();
  const words = useWords(settingsWords);
  const { page, paper, strong, weak, line } = previewColours(scheme);
  const amount = formatMoney(money(SAMPLE_MINOR, "TRY"), language);
  return (
    <svg viewBox="0 0 240 330" role="img" aria-label={words.schemes[scheme]} class="preview">
      <rect width="240" height="330" fill={page} />
      <rect x="14" y="14" width="212" height="92" rx="8" fill={paper} />
      <Head brand={brand} colour={strong} />
      <text x="28" y="92" font-size="20" font-weight="700" fill={strong}>
        {amount}
      </text>
      <rect x="14" y="116" width="212" height="200" rx="8" fill={paper} />
      <g fill={accentOf(brand, scheme)} data-accent={COLOUR_FIELDS[scheme]}>
        <circle cx="35" cy="139" r="7" />
        <rect x="28" y="238" width="184" height="34" rx="8" />
        <text x="120" y="297" font-size="11" text-anchor="middle" text-decoration="underline">
          {words.previewBack}
        </text>
      </g>
      <circle cx="35" cy="139" r="3" fill={paper} />
      <text x="50" y="143" font-size="12" font-weight="600" fill={strong}>
        {words.previewCard}
      </text>
      <text x="28" y="172" font-size="10" fill={weak}>
        {words.previewNumber}
      </text>
      <rect x="28.5" y="180.5" width="183" height="40" rx="8" fill="none" stroke={line} />
      <text x="120" y="259" font-size="12" font-weight="600" text-anchor="middle" fill={paper}>
        {words.previewPay(amount)}
      </text>
    </svg>
  );
}

type HeadProps = Props & { readonly colour: string };

function Head({ brand, colour }: HeadProps) {
  const { kit, merchant } = useMerchant();
  const { logo, displayName } = brand;
  const { merchantId, name } = merchant;
  return (
    <>
      <image
        x="28"
        y="24"
        width="120"
        height="24"
        preserveAspectRatio="xMinYMid meet"
        href={logo === undefined ? undefined : kit.pagePaths.logo(merchantId, logo.digest)}
        data-logo
      />
      <text x="28" y="66" font-size="12" font-weight="600" fill={colour} data-name={name}>
        {displayName ?? name}
      </text>
    </>
  );
}

function accentOf({ accent }: Brand, scheme: Scheme): string {
  return pickerColour(undefined, accent, scheme);
}
