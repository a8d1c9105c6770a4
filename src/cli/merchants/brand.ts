import { readFile, stat } from "node:fs/promises";
import { defineCommand } from "../kit/command.ts";
import type { MerchantId } from "../../kernel/ids.ts";
import { errorMessage } from "../../kernel/thrown.ts";
import {
  BRAND_FIELDS,
  BRAND_TEXT_MAX,
  type Brand,
  type BrandField,
  type BrandProblem,
} from "../../domain/merchant/brand.ts";
import { LOGO_BYTES_MAX, LOGO_SIDE_MAX, LOGO_SIDE_MIN } from "../../domain/merchant/logo.ts";
import { setBrand, type SetBrandCommand } from "../../domain/merchant/set-brand.ts";
import { json, merchant } from "../kit/arguments.ts";
import { logCommand } from "../kit/command-log.ts";
import { CommandError, facts, print, printError } from "../kit/output.ts";
import { untilNoticed } from "../kit/table-file.ts";
import { merchantOf } from "../kit/merchant-of.ts";
import { runOnInstallation } from "../kit/with-installation.ts";

/** The option of each field; `--remove` takes the names of the options. */
const OPTIONS: Readonly<Record<BrandField, string>> = {
  displayName: "name",
  accent: "accent",
  accentDark: "accent-dark",
  termsUrl: "terms",
  privacyUrl: "privacy",
  contact: "contact",
  logo: "logo",
};

const set = defineCommand({
  meta: {
    name: "set",
    description: "Change the look of the payment pages; other fields stay as they are",
  },
  args: {
    merchant,
    name: {
      type: "string",
      description: `Name on the pages, up to ${BRAND_TEXT_MAX.displayName} characters`,
    },
    accent: {
      type: "string",
      description: "Colour of buttons and links (#rrggbb), 4.5:1 on light",
    },
    "accent-dark": {
      type: "string",
      description: "The colour on dark pages; default: nearest readable",
    },
    terms: { type: "string", description: "Address of the terms of sale, http or https" },
    privacy: { type: "string", description: "Address of the privacy notice, http or https" },
    contact: {
      type: "string",
      description: `Legal name, address and telephone on receipts, up to ${BRAND_TEXT_MAX.contact} characters`,
    },
    logo: {
      type: "string",
      description: `PNG, JPEG or WebP file of ${LOGO_BYTES_MAX} bytes at most`,
    },
    remove: { type: "string", description: "Fields to remove, separated by commas: name,logo,…" },
    json,
  },
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const { merchantId } = await merchantOf(deps, args.merchant);
      const command: SetBrandCommand = {
        merchantId,
        ...removed(args.remove),
        ...(args.name === undefined ? {} : { displayName: args.name }),
        ...(args.accent === undefined ? {} : { accent: args.accent }),
        ...(args["accent-dark"] === undefined ? {} : { accentDark: args["accent-dark"] }),
        ...(args.terms === undefined ? {} : { termsUrl: args.terms }),
        ...(args.privacy === undefined ? {} : { privacyUrl: args.privacy }),
        ...(args.contact === undefined ? {} : { contact: args.contact }),
        ...(args.logo === undefined ? {} : { logo: await readPicture(args.logo) }),
      };
      const made = await setBrand(deps, command);
      if (made.ok) {
        await logCommand(deps, {
          action: "settings.changed",
          object: { kind: "merchant", id: merchantId },
          after: { brand: "changed" },
          merchantId,
        });
        await untilNoticed();
        return show(merchantId, made.value, args.json);
      }
      if (made.refusal === "merchant_not_found")
        throw new CommandError("there is no such merchant");
      refuse(made.refusal, args.json);
    }),
});

const showBrand = defineCommand({
  meta: { name: "show", description: "Show the brand of a merchant's payment pages" },
  args: { merchant, json },
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const { merchantId } = await merchantOf(deps, args.merchant);
      show(merchantId, await deps.brands.load(merchantId), args.json);
    }),
});

export const brandCommand = defineCommand({
  meta: { name: "brand", description: "Name, logo, colour and terms on a merchant's pages" },
  subCommands: { set, show: showBrand },
});

function removed(text: string | undefined): Partial<Record<BrandField, null>> {
  const fields: Partial<Record<BrandField, null>> = {};
  for (const option of text?.split(",") ?? []) {
    const field = fieldOf(option.trim());
    if (field === undefined) {
      throw new CommandError(`--remove takes ${Object.values(OPTIONS).join(", ")}`);
    }
    fields[field] = null;
  }
  return fields;
}

function fieldOf(option: string): BrandField | undefined {
  return BRAND_FIELDS.find((field) => OPTIONS[field] === option);
}

async function readPicture(path: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(path);
    if (size <= LOGO_BYTES_MAX) return await readFile(path);
  } catch (error) {
    throw new CommandError(`${path} can't be read: ${errorMessage(error)}`);
  }
  throw new CommandError(`--logo must be at most ${LOGO_BYTES_MAX} bytes`);
}

function show(merchantId: MerchantId, brand: Brand, asJson: boolean): void {
  const { displayName, accent, termsUrl, privacyUrl, contact, logo } = brand;
  const document = {
    merchant_id: merchantId,
    display_name: displayName ?? null,
    accent: accent?.light ?? null,
    accent_dark: accent?.dark ?? null,
    terms_url: termsUrl ?? null,
    privacy_url: privacyUrl ?? null,
    contact: contact ?? null,
    logo: logo === undefined ? null : { ...logo },
  };
  const size = logo === undefined ? "-" : `${logo.type}, ${logo.width} × ${logo.height}`;
  const lines = Object.entries({ ...document, logo: size });
  print(
    { json: document, text: facts(lines.map(([name, value]) => [name, value ?? "-"])) },
    asJson,
  );
}

/** Prints every problem and sets exit code 1; nothing was changed. */
function refuse(problems: readonly BrandProblem[], asJson: boolean): void {
  process.exitCode = 1;
  const told = problems.map((one) => ({
    ...one,
    field: OPTIONS[one.field],
    message: `--${OPTIONS[one.field]} ${messageOf(one)}`,
  }));
  if (asJson) return print({ json: { changed: false, problems: told }, text: "" }, true);
  printError(told.map(({ message }) => `vezne: ${message}`).join("\n"));
}

function messageOf(problem: BrandProblem): string {
  switch (problem.problem) {
    case "wrong_length":
      return `must be 1 to ${BRAND_TEXT_MAX[problem.field]} characters`;
    case "hidden_characters":
      return "must not contain control characters or turn the direction of text";
    case "not_a_web_address":
      return "must be an http or https address without a user name or password";
    case "not_a_colour":
      return "must be a colour such as #0b5d4e";
    case "without_accent":
      return "needs --accent";
    case "low_contrast":
      return `has a contrast of ${problem.contrast}:1, and needs 4.5:1; the nearest that has it is ${problem.nearest}`;
    case "not_an_image":
      return "must be a PNG, JPEG or WebP picture";
    case "too_large":
      return `must be at most ${LOGO_BYTES_MAX} bytes`;
    case "wrong_size":
      return `must have sides of ${LOGO_SIDE_MIN} to ${LOGO_SIDE_MAX} pixels`;
  }
}
