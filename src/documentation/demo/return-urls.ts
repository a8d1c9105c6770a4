import type { Language } from "../../kernel/language.ts";
import type { DemoKit } from "./demo-kit.ts";

/** The shop's return URLs, with a parameter of its own that the redirect keeps. */
export function returnUrls(
  kit: Pick<DemoKit, "publicUrl">,
  language: Language,
): { readonly successUrl: string; readonly failUrl: string } {
  const address = (end: string): string => `${kit.publicUrl}/demo/return/${end}?lang=${language}`;
  return { successUrl: address("success"), failUrl: address("fail") };
}
