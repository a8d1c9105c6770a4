import type { Language } from "../../kernel/language.ts";
import { refused, ok, type Result } from "../../kernel/result.ts";
import { HOLD_ENDS, type MerchantSettings } from "../../domain/merchant/merchant.ts";
import { isTimeZone } from "../../kernel/time-zone.ts";
import { ORIGINS_MAX, parseOrigin } from "../../page/frame.ts";
import { settingsWords } from "./words.ts";

/** The settings of this form; other settings stay unchanged. */
export type FormSettings = Pick<
  MerchantSettings,
  "responseStyle" | "threeDSecure" | "onHoldEnd" | "timeZone" | "allowedOrigins"
>;

export type FieldErrors = Partial<Record<"time_zone" | "origins", string>>;

type Fields = Readonly<Record<string, string>>;

export function readSettings(
  fields: Fields,
  language: Language,
): Result<FormSettings, FieldErrors> {
  const timeZone = (fields["time_zone"] ?? "").trim();
  const origins = readOrigins(fields, language);
  const zoneError = isTimeZone(timeZone)
    ? {}
    : { time_zone: settingsWords[language].timeZoneWrong };
  const originError = origins.ok ? {} : { origins: origins.refusal };
  const errors = { ...zoneError, ...originError };
  if (!origins.ok || Object.keys(errors).length > 0) return refused(errors);
  return ok({
    responseStyle: fields["style"] === "codes" ? "codes" : "flags",
    threeDSecure: fields["three_d_secure"] === "always" ? "always" : "optional",
    onHoldEnd: HOLD_ENDS.find((end) => end === fields["on_hold_end"]) ?? "void",
    timeZone,
    allowedOrigins: origins.value,
  });
}

function readOrigins(fields: Fields, language: Language): Result<readonly string[], string> {
  const words = settingsWords[language];
  const texts = (fields["origins"] ?? "").split(/\s+/).filter((text) => text !== "");
  if (texts.length > ORIGINS_MAX) return refused(words.originsMany(ORIGINS_MAX));
  const wrong = texts.find((text) => parseOrigin(text) === undefined);
  if (wrong !== undefined) return refused(words.originsWrong(wrong.slice(0, 100)));
  return ok([...new Set(texts)]);
}

/** All time zones by name, with `present`, which may be an older name of one of them. */
export function timeZonesWith(present: string): readonly string[] {
  return [...new Set([...Intl.supportedValuesOf("timeZone"), "UTC", present])].toSorted();
}
