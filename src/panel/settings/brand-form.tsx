import { nearestAccent } from "../../domain/merchant/accent.ts";
import { parseColour } from "../../domain/merchant/colour.ts";
import type { Brand, BrandField, BrandProblem } from "../../domain/merchant/brand.ts";
import { BRAND_TEXT_MAX } from "../../domain/merchant/brand.ts";
import { BOUNDS } from "../../kernel/bounds.ts";
import type { Language } from "../../kernel/language.ts";
import { type MerchantContext, useLanguage, useMerchant, useWords } from "../kit/context.ts";
import { FileField } from "../parts/file-field.tsx";
import { Button, Field, Form } from "../../page/parts/form.tsx";
import { shell } from "../words/shell.ts";
import { ColourField } from "./colour-field.tsx";
import { COLOUR_FIELDS, readColourField } from "../../page/brand/read-colour.ts";
import { settingsWords } from "./words.ts";

type Errors = Partial<Record<BrandField, BrandProblem>>;
type Props = { readonly brand: Brand; readonly errors: Errors };

export function BrandForm({ brand, errors }: Props) {
  const context = useMerchant();
  const { merchant, language } = context;
  const words = useWords(settingsWords);
  return (
    <Form action={context.to("settings/brand")} class="card" hasFile>
      <Field
        name="name"
        label={words.name}
        hint={words.nameHint(merchant.name)}
        value={typed(context, "name") ?? brand.displayName}
        error={errorText(errors.displayName, language)}
        maxLength={BRAND_TEXT_MAX.displayName}
      />
      <Colours brand={brand} errors={errors} />
      <Addresses brand={brand} errors={errors} />
      {brand.logo !== undefined && (
        <label class="choice">
          <input
            type="checkbox"
            name="remove_logo"
            value="yes"
            checked={typed(context, "remove_logo") === "yes"}
          />
          {words.removeLogo}
        </label>
      )}
      <FileField
        name="logo"
        label={words.logo}
        hint={words.logoHint}
        accept="image/png,image/jpeg,image/webp"
        error={errorText(errors.logo, language)}
      />
      <div class="buttons">
        <Button>{shell[language].save}</Button>
        <Nearest name="use_accent" problem={errors.accent} />
        <Nearest name="use_accent_dark" problem={errors.accentDark} />
      </div>
    </Form>
  );
}

function Colours({ brand, errors }: Props) {
  const { request, language } = useMerchant();
  return (
    <>
      <ColourField
        scheme="light"
        value={readColourField(request.body, COLOUR_FIELDS.light) ?? brand.accent?.light}
        accent={brand.accent}
        error={errorText(errors.accent, language)}
      />
      <ColourField
        scheme="dark"
        value={readColourField(request.body, COLOUR_FIELDS.dark) ?? chosenDark(brand)}
        accent={brand.accent}
        error={errorText(errors.accentDark, language)}
      />
    </>
  );
}

/** The addresses and the contact that the merchant must show its customers. */
function Addresses({ brand, errors }: Props) {
  const context = useMerchant();
  const { language } = context;
  const words = useWords(settingsWords);
  return (
    <>
      <Field
        name="terms"
        label={words.terms}
        hint={words.termsHint}
        value={typed(context, "terms") ?? brand.termsUrl}
        error={errorText(errors.termsUrl, language)}
        maxLength={BOUNDS.urlMax}
      />
      <Field
        name="privacy"
        label={words.privacy}
        hint={words.privacyHint}
        value={typed(context, "privacy") ?? brand.privacyUrl}
        error={errorText(errors.privacyUrl, language)}
        maxLength={BOUNDS.urlMax}
      />
      <Field
        name="contact"
        label={words.contact}
        hint={words.contactHint}
        value={typed(context, "contact") ?? brand.contact}
        error={errorText(errors.contact, language)}
        maxLength={BRAND_TEXT_MAX.contact}
      />
    </>
  );
}

function typed({ request }: MerchantContext, name: string): string | undefined {
  return request.body[name];
}

/** The dark accent, unless it is the one that is derived from the light accent. */
function chosenDark({ accent }: Brand): string | undefined {
  const light = parseColour(accent?.light ?? "");
  if (accent === undefined || light === undefined) return undefined;
  return accent.dark === nearestAccent(light, "dark") ? undefined : accent.dark;
}

type NearestProps = { readonly name: string; readonly problem: BrandProblem | undefined };

/**
 * A button that saves the nearest readable colour. It stands after the form's main button, because
 * Enter presses the first button of a form.
 */
function Nearest({ name, problem }: NearestProps) {
  const language = useLanguage();
  if (problem?.problem !== "low_contrast") return null;
  return (
    <Button kind="plain" name={name} value={problem.nearest}>
      {settingsWords[language].useNearest(problem.nearest)}
    </Button>
  );
}

function errorText(problem: BrandProblem | undefined, language: Language): string {
  if (problem === undefined) return "";
  const words = settingsWords[language];
  if (problem.problem === "low_contrast") {
    const contrast = problem.contrast.toLocaleString(language === "tr" ? "tr-TR" : "en-GB");
    return words.lowContrast(contrast, problem.nearest);
  }
  if (problem.field === "contact" && problem.problem === "wrong_length") {
    return words.contactLength(BRAND_TEXT_MAX.contact);
  }
  return words.problems[problem.problem];
}
