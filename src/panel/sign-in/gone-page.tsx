import type { PanelAnswer } from "../kit/answer.ts";
import type { Catalogue } from "../../page/kit/catalogue.ts";
import type { OpenContext } from "../kit/context.ts";

type GoneWords = {
  readonly goneTitle: string;
  readonly gone: string;
  readonly goneHint?: string;
  readonly signIn: string;
};

/** The answer to a one-time address that is no longer valid. */
export function gonePage(
  { kit, language }: OpenContext,
  catalogue: Catalogue<GoneWords>,
): PanelAnswer {
  const words = catalogue[language];
  return {
    kind: "page",
    status: 404,
    title: words.goneTitle,
    body: (
      <div class="card narrow">
        <p>{words.gone}</p>
        {words.goneHint !== undefined && <p class="hint">{words.goneHint}</p>}
        <a class="button main" href={kit.paths.panel("sign-in")}>
          {words.signIn}
        </a>
      </div>
    ),
  };
}
