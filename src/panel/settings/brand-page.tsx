import type { Brand, BrandField, BrandProblem } from "../../domain/merchant/brand.ts";
import { LOGO_BYTES_MAX } from "../../domain/merchant/logo.ts";
import { may } from "../../domain/merchant/permission.ts";
import { setBrand, type SetBrandCommand } from "../../domain/merchant/set-brand.ts";
import { done, NOT_FOUND, redirect, type PanelAnswer } from "../kit/answer.ts";
import type { MerchantContext } from "../kit/context.ts";
import { merchantRoute, type PanelRoute } from "../kit/route.ts";
import { BrandForm } from "./brand-form.tsx";
import { BrandFacts } from "./brand-facts.tsx";
import { BrandPreview } from "./brand-preview.tsx";
import { COLOUR_FIELDS, readColourField } from "../../page/brand/read-colour.ts";
import { settingsWords } from "./words.ts";

const PATH = "settings/brand";

/** The name, logo and colours that the merchant's customers see. */
export const brandRoutes: readonly PanelRoute[] = [
  merchantRoute({
    method: "GET",
    path: PATH,
    permission: "settings.see",
    run: (context) => brandPage(context, []),
  }),
  merchantRoute({
    method: "POST",
    path: PATH,
    permission: "settings.change",
    audit: { action: "settings.changed", kind: "brand" },
    upload: { fileBytes: LOGO_BYTES_MAX, page: (context) => brandPage(context, []) },
    run: save,
  }),
];

async function save(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, merchant, language } = context;
  const { merchantId } = merchant;
  const before = await kit.brands.load(merchantId);
  const made = await setBrand(kit, commandOf(context));
  if (!made.ok) {
    return made.refusal === "merchant_not_found" ? NOT_FOUND : brandPage(context, made.refusal);
  }
  await context.log.done({ before: factsOf(before), after: factsOf(made.value) });
  return redirect(context.to(PATH), done(settingsWords[language].brandSaved));
}

function given(typed = ""): string | null {
  const text = typed.trim();
  return text === "" ? null : text;
}

/** The form sets every field; an empty field removes its value. */
function commandOf({ request, merchant }: MerchantContext): SetBrandCommand {
  const { body, files } = request;
  const text = (name: string): string | null => given(body[name]);
  const colour = (name: string): string | null => given(readColourField(body, name));
  const picture = body["remove_logo"] === "yes" ? null : files["logo"];
  return {
    merchantId: merchant.merchantId,
    displayName: text("name"),
    accent: text("use_accent") ?? colour(COLOUR_FIELDS.light),
    accentDark: text("use_accent_dark") ?? colour(COLOUR_FIELDS.dark),
    termsUrl: text("terms"),
    privacyUrl: text("privacy"),
    contact: text("contact"),
    ...(picture === undefined ? {} : { logo: picture }),
  };
}

function factsOf(brand: Brand): Record<string, unknown> {
  const { displayName, accent, termsUrl, privacyUrl, contact, logo } = brand;
  return {
    name: displayName,
    accent: accent?.light,
    terms: termsUrl,
    privacy: privacyUrl,
    contact,
    logo: logo?.digest.slice(0, 8),
  };
}

async function brandPage(
  context: MerchantContext,
  problems: readonly BrandProblem[],
): Promise<PanelAnswer> {
  const { kit, merchant, language, signedIn } = context;
  const words = settingsWords[language];
  const brand = await kit.brands.load(merchant.merchantId);
  const mayChange = may(signedIn.user, "settings.change");
  const errors: Partial<Record<BrandField, BrandProblem>> = {};
  for (const problem of problems) errors[problem.field] ??= problem;
  return {
    kind: "page",
    status: problems.length === 0 ? 200 : 422,
    nav: "settings",
    title: words.brandTitle,
    crumbs: [{ label: words.title, href: context.to("settings") }],
    body: (
      <>
        <p class="hint">
          {words.brandIntro} {words.both}
        </p>
        <div class={mayChange ? "split" : undefined}>
          {mayChange && <BrandForm brand={brand} errors={errors} />}
          <div>
            <BrandPreview brand={brand} />
            <BrandFacts brand={brand} />
          </div>
        </div>
      </>
    ),
  };
}
