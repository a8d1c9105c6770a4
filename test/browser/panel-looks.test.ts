// tier: night
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PANEL_ROUTES } from "../../src/panel/panel-routes.ts";
import { fullPath } from "../../src/panel/kit/route.ts";
import { browserAvailable } from "../support/browser.ts";
import { casesOfDay, isWholeRun } from "../support/full-run.ts";
import { createReaders, openOffice, type Office } from "./panel-office.ts";
import { ACCOUNT_PAGES, OPEN_PAGES, OPERATOR_PAGES, PAGES } from "./panel-places.ts";
import { axeFindings, brokenFindings, cutFindings, rawFindings } from "./soundness.ts";

const LANGUAGES = ["tr", "en"] as const;
type Language = (typeof LANGUAGES)[number];

const LOOKS = [320, 390, 1_280].flatMap((width) =>
  (["light", "dark"] as const).map((colorScheme) => ({ width, colorScheme })),
);
/** The widths at which a table must fit its place. */
const WIDTHS = [320, 390, 768, 1_280] as const;
/** The width of a tablet, at which the words of a wide table may break, so that it fits. */
const BETWEEN = 768;

type Reader = "merchant" | "operator" | "nobody";
type Place = { readonly name: string; readonly reader: Reader; readonly path: string };

const at = (reader: Reader, pages: Readonly<Record<string, string>>, base = ""): Place[] =>
  Object.entries(pages).map(([name, path]) => ({ name, reader, path: base + path }));

const PLACES: readonly Place[] = [
  ...at("merchant", PAGES),
  ...at("merchant", ACCOUNT_PAGES, "/"),
  ...at("operator", OPERATOR_PAGES, "/"),
  ...at("nobody", OPEN_PAGES, "/"),
];

/** Each page in all looks, widths and languages, or in one of each such that every one is used. */
const CASES = PLACES.flatMap((place, index) =>
  LANGUAGES.filter((_, turn) => isWholeRun || turn === index % 2).map((language) => ({
    ...place,
    language,
    looks: LOOKS.filter((_, turn) => isWholeRun || turn === index % LOOKS.length),
    widths: WIDTHS.filter((_, turn) => isWholeRun || turn === index % WIDTHS.length),
  })),
);

describe.runIf(browserAvailable())("every page of the panel", () => {
  let office: Office;
  const readers = new Map<string, Page>();
  beforeAll(async () => {
    office = await openOffice();
    for (const language of LANGUAGES) {
      const { owner, operator } = await createReaders(office.shop, { name: language, language });
      const page = await office.signIn({}, owner);
      readers.set(`merchant ${language}`, page);
      readers.set(`operator ${language}`, await office.signIn({}, operator));
      const locale = language === "tr" ? "tr-TR" : "en-GB";
      const stranger = await page.context().browser()?.newContext({ locale });
      if (stranger !== undefined) readers.set(`nobody ${language}`, await stranger.newPage());
    }
  });
  afterAll(() => office.close());

  const open = async ({ path, reader }: Place, language: Language): Promise<Page> => {
    const page = readers.get(`${reader} ${language}`);
    if (page === undefined) throw new Error("the page has no reader");
    const url = path.startsWith("/") ? office.panelUrl(path.slice(1)) : office.url(path);
    const answer = await page.goto(url);
    // The link of an invitation that does not exist has a page, too.
    const status = path.startsWith("/choose-password") ? 404 : 200;
    expect([path, answer?.status()]).toEqual([path, status]);
    return page;
  };

  it.each(casesOfDay(CASES, 3))(
    "has no wide table, cut text or accessibility defect: $name in $language",
    async ({ language, looks, widths, ...place }) => {
      const page = await open(place, language);
      const findings: string[] = [...(await rawFindings(page, language))];
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        const found = [...(await cutFindings(page))];
        if (width !== BETWEEN) found.push(...(await brokenFindings(page)));
        findings.push(...found.map((text) => `${width} px: ${text}`));
      }
      for (const { width, colorScheme } of looks) {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme });
        const found = await axeFindings(page);
        findings.push(...found.map((text) => `${width} px, ${colorScheme}: ${text}`));
      }
      expect(findings).toEqual([]);
    },
  );

  it("is among those that are looked at", () => {
    const seen = PLACES.map(({ path }) =>
      path.startsWith("/")
        ? `/panel${path}`
        : `/panel/:merchant/:mode${path === "" ? "" : `/${path}`}`,
    );
    const patterns = seen.map((path) => path.replace(/\?.*$/, "").split("/"));
    const isSeen = (path: string): boolean =>
      patterns.some((parts) => {
        const own = path.split("/");
        return (
          own.length === parts.length &&
          own.every((part, index) => part === parts[index] || part.startsWith(":"))
        );
      });
    const pages = PANEL_ROUTES.filter(({ method }) => method === "GET").map(fullPath);
    // Files, the way to the own start page, and pages that a link or a sign-in under way opens.
    const others = /\/csv$|\/sandbox-file$|^\/panel$|\/set-up$|\/sign-in\/(?:code|identity.*)$/;
    expect(pages.filter((path) => !others.test(path) && !isSeen(path))).toEqual([]);
  });
});
