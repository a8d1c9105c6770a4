import { join } from "node:path";
import type { Page } from "playwright-core";

export const FOLDER = join(import.meta.dirname, "../../screenshots");

/** Every width, colour scheme and language at least once; VEZNE_SHOTS selects some of them. */
const ALL = [
  ["phone-light", "tr", { viewport: { width: 390, height: 844 }, colorScheme: "light" }],
  ["phone-dark", "en", { viewport: { width: 390, height: 844 }, colorScheme: "dark" }],
  ["small", "en", { viewport: { width: 320, height: 568 }, colorScheme: "light" }],
  ["desk-light", "tr", { viewport: { width: 1280, height: 900 }, colorScheme: "light" }],
  ["desk-dark", "tr", { viewport: { width: 1280, height: 900 }, colorScheme: "dark" }],
] as const;

const wanted = process.env["VEZNE_SHOTS"] ?? "";
export const LOOKS = ALL.filter(([look]) => look.includes(wanted));

export function photographer(page: Page, look: string) {
  return (name: string, fullPage = false) =>
    page.screenshot({ path: join(FOLDER, `${name}-${look}.png`), fullPage });
}
