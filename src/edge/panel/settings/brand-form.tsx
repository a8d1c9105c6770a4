import { nearestAccent } from "../../../merchant/accent.ts";
import { parseColour } from "../../../merchant/colour.ts";
import type { Brand, BrandField, BrandProblem } from "../../../merchant/brand.ts";
import { DISPLAY_NAME_MAX } from "../../../merchant/brand.ts";
import type { Language } from "../../../checkout/session.ts";
import type { MerchantContext } from "../kit/context.ts";
import { FileField } from "../parts/file-field.tsx";
import { Button, Field, Form } from "../parts/form.tsx";
import { shell } from "../words/shell.ts";
import { settingsWords } from "./words.ts";

type Errors = Partial<Record<BrandField, BrandProblem>>;
type Props = {
  readonly context: MerchantContext;
  readonly brand: Brand;
  readonly errors: Errors;
};

export function BrandForm({ context, brand, errors }: Props) {
  const { merchant, language } = context;
  const words = settingsWords[language];
  return (
    <Form context={context} action={context.to("settings/brand")} class="card narrow" hasFile>
      <Field
        name="name"
        label={words.name}
        hint={words.nameHint(merchant.name)}
        value={typed(context, "name") ?? brand.displayName}
        error={errorText(errors.displayName, language)}
        maxLength={DISPLAY_NAME_MAX}
      />
      <ColourField context={context} brand={brand} errors={errors} scheme="light" />
      <ColourField context={context} brand={brand} errors={errors} scheme="dark" />
      <Field
        name="terms"
        label={words.terms}
        hint={words.termsHint}
        value={typed(context, "terms") ?? brand.termsUrl}
        error={errorText(errors.termsUrl, language)}
        maxLength={2_048}
      />
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
        context={context}
        name="logo"
        label={words.logo}
        hint={words.logoHint}
        accept="image/png,image/jpeg,image/webp"
        error={errorText(errors.logo, language)}
      />
      <div class="buttons">
        <Button>{shell[language].save}</Button>
        <Nearest name="use_accent" problem={errors.accent} language={language} />
        <Nearest name="use_accent_dark" problem={errors.accentDark} language={language} />
      </div>
    </Form>
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

function ColourField(props: Props & { readonly scheme: "light" | "dark" }) {
  const { context, brand, errors, scheme } = props;
  const { language } = context;
  const words = settingsWords[language];
  const isLight = scheme === "light";
  const name = isLight ? "accent" : "accent_dark";
  const problem = isLight ? errors.accent : errors.accentDark;
  return (
    <Field
      name={name}
      label={isLight ? words.accent : words.accentDark}
      hint={isLight ? words.accentHint : words.accentDarkHint}
      value={typed(context, name) ?? (isLight ? brand.accent?.light : chosenDark(brand))}
      error={errorText(problem, language)}
      maxLength={9}
    />
  );
}

type NearestProps = {
  readonly name: string;
  readonly problem: BrandProblem | undefined;
  readonly language: Language;
};

/**
 * A button that saves the nearest readable colour. It stands after the form's main button, because
 * Enter presses the first button of a form.
 */
function Nearest({ name, problem, language }: NearestProps) {
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
  return words.problems[problem.problem];
}
