// tier: night
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserAvailable } from "../support/browser.ts";
import { isWholeRun } from "../support/full-run.ts";
import { CATALOGUES } from "./catalogue-texts.ts";
import { enter, openStage, type Scene, type Stage } from "./scene.ts";
import { axeFindings, brokenFindings, languageFindings, layoutFindings } from "./soundness.ts";
import { STATES } from "./states.ts";

const LANGUAGES = ["tr", "en"] as const;
const HEIGHT = 800;

const LIGHT = {
  colorScheme: "light",
  forcedColors: "none",
  reducedMotion: "no-preference",
} as const;
const DARK = { ...LIGHT, colorScheme: "dark" } as const;
const FORCED = { ...DARK, forcedColors: "active", reducedMotion: "reduce" } as const;

const LOOKS = [
  ...[320, 390, 1_280].flatMap((width) => [
    { width, media: LIGHT },
    { width, media: DARK },
  ]),
  { width: 390, media: FORCED },
] as const;

/** Every state in all looks, or in one of them such that every look is used. */
const CASES = STATES.flatMap(({ name, reach }, index) =>
  LANGUAGES.filter((_, at) => isWholeRun || at === index % 2).map((language) => ({
    name,
    reach,
    language,
    looks: LOOKS.filter((_, at) => isWholeRun || at === index % LOOKS.length),
  })),
);

describe.runIf(browserAvailable())("every state of the payment pages", () => {
  let stage: Stage;
  let scenes: Readonly<Record<(typeof LANGUAGES)[number], Scene>>;
  beforeAll(async () => {
    stage = await openStage();
    scenes = { tr: await enter(stage, "tr"), en: await enter(stage, "en") };
  });
  afterAll(() => stage.close());

  it.each(CASES)(
    "has no layout, language or accessibility defect: $name in $language",
    async ({ language, looks, reach }) => {
      const { page } = scenes[language];
      await page.unrouteAll({ behavior: "ignoreErrors" });
      // The page of the state before may be about to return to the shop, which would interrupt the
      // next visit.
      await page.goto("about:blank");
      const shown = await reach(scenes[language]);
      const findings: string[] = [...(await languageFindings(shown, language))];
      for (const { width, media } of looks) {
        await page.setViewportSize({ width, height: HEIGHT });
        await page.emulateMedia(media);
        const found = [
          ...(await axeFindings(shown)),
          ...(await layoutFindings(shown)),
          ...(await brokenFindings(shown)),
        ];
        const { colorScheme, forcedColors } = media;
        const look = `${width} px, ${colorScheme}, ${forcedColors}: `;
        findings.push(...found.map((text) => look + text));
      }
      expect(findings).toEqual([]);
    },
  );
});

describe("the texts of the payment pages", () => {
  it("exist in English and Turkish, and none is empty", () => {
    expect([...CATALOGUES.en.keys()]).toEqual([...CATALOGUES.tr.keys()]);
    const empty = LANGUAGES.flatMap((language) =>
      [...CATALOGUES[language]].filter(([, text]) => text.trim() === ""),
    );
    expect(empty).toEqual([]);
  });

  it("are the same in both languages only where they are names", () => {
    const same = [...CATALOGUES.tr].filter(([path, text]) => CATALOGUES.en.get(path) === text);
    const texts = same.map(([, text]) => text);
    expect([...new Set(texts)]).toEqual(["Papel", "IBAN"]);
  });
});
