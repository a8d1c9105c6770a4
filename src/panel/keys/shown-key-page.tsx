import type { Instant } from "../../kernel/clock.ts";
import { done, type PanelAnswer } from "../kit/answer.ts";
import type { MerchantContext } from "../kit/context.ts";
import { ShownOnce } from "../../page/parts/shown-once.tsx";
import { When } from "../../page/parts/when.tsx";
import { keyWords } from "./words.ts";

type ShownKey = {
  readonly apiKey: string;
  /** The end of the replaced key; `until` is undefined if the key has already ended. */
  readonly old?: { readonly until: Instant | undefined };
};

/** The answer to the form shows the key; only its hash is stored, so no page repeats it. */
export function shownKeyPage(context: MerchantContext, { apiKey, old }: ShownKey): PanelAnswer {
  const { language, scope, kit } = context;
  const words = keyWords[language];
  return {
    kind: "page",
    nav: "keys",
    title: words.rolledTitle,
    crumbs: [{ label: words.title, href: context.to("keys") }],
    flash: done(words.rolled),
    body: (
      <div class="card">
        <ShownOnce name={words.key} text={apiKey} />
        <ShownOnce name={words.envLine} text={`VEZNE_API_KEY=${apiKey}`} />
        {kit.hasDocumentation && scope.mode === "test" && (
          <p>
            <a href={samplesAt(context, apiKey)}>{words.tryIt}</a>
          </p>
        )}
        {old !== undefined && old.until === undefined && <p>{words.oldEnded}</p>}
        {old?.until !== undefined && (
          <p>
            {words.oldUntil} <When at={old.until} />
          </p>
        )}
        <a class="button main" href={context.to("keys")}>
          {words.goOn}
        </a>
      </div>
    ),
  };
}

/** The key is in the fragment, which a browser does not send: the script of that page reads it. */
function samplesAt({ kit, language }: MerchantContext, apiKey: string): string {
  const page = language === "tr" ? "hizli-baslangic" : "quickstart";
  return `${kit.pagePaths.docs()}/${page}#key=${apiKey}`;
}
