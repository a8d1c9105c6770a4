import type { Language } from "../../checkout/session.ts";
import type { DemoKit } from "./demo-kit.ts";

/** Where the shop's customers come back to; the shop's own parameter stays in the address. */
export function returnUrls(
  kit: Pick<DemoKit, "publicUrl">,
  language: Language,
): { readonly successUrl: string; readonly failUrl: string } {
  const address = (end: string): string => `${kit.publicUrl}/demo/return/${end}?lang=${language}`;
  return { successUrl: address("success"), failUrl: address("fail") };
}
