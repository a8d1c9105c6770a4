import type { ApiExample, ApiOperation } from "./api-operations.ts";
import { codeTabs, type CodeTab } from "./code-tabs.ts";
import { sampleOf } from "./read-sample.ts";
import { SAMPLE_LANGUAGES } from "./samples/languages.ts";
import type { SampleLanguage, Step } from "./samples/sample.ts";

/** The tabs with programs that send the request of an example. */
export function exampleTabs(
  publicUrl: string,
  operation: ApiOperation,
  example: ApiExample,
): string {
  const sample = sampleOf(publicUrl, operation, example);
  return tabsOf((language) => language.program(sample));
}

export function setupTabs(publicUrl: string): string {
  return tabsOf((language) => language.setup(publicUrl));
}

/** The tabs of a program's steps, which belong together. */
export function stepTabs(steps: readonly Step[]): string {
  return tabsOf((language) => steps.map((step) => language.step(step)).join("\n"));
}

function tabsOf(write: (language: SampleLanguage) => string | undefined): string {
  return codeTabs(
    SAMPLE_LANGUAGES.flatMap((language): readonly CodeTab[] => {
      const text = write(language);
      return text === undefined ? [] : [{ name: language.name, fence: language.fence, text }];
    }),
  );
}
