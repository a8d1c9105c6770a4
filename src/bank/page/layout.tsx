import type { ComponentChildren } from "preact";
import { render } from "preact-render-to-string";

import type { Language } from "../challenge.ts";
import { STYLE } from "./style.ts";
import { WORDS } from "./words.ts";

type LayoutProps = {
  readonly language: Language;
  readonly title: string;
  readonly nonce: string;
  readonly children: ComponentChildren;
};

/** Makes the browser paint nothing before the end of the document has arrived. */
const WHOLE = { rel: "expect", href: "#end", blocking: "render" };

/**
 * The frame of every page: the bank's name, the remark that it is simulated, the link to the other
 * language.
 */
export function Layout({ language, title, nonce, children }: LayoutProps) {
  const words = WORDS[language];
  const other = language === "tr" ? "en" : "tr";
  return (
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`${title} – ${words.bank}`}</title>
        <link rel="icon" href="data:," />
        <link {...WHOLE} />
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: STYLE }} />
      </head>
      <body>
        <header class="notice">
          <p>{words.simulated}</p>
        </header>
        <main class="card">
          <div class="brand">
            <p class="bank">{words.bank}</p>
            <a class="language" href={`?lang=${other}`} lang={other} hreflang={other}>
              {words.otherLanguage}
            </a>
          </div>
          {children}
        </main>
        <span id="end" hidden />
      </body>
    </html>
  );
}

export function renderPage(page: ReturnType<typeof Layout>): string {
  return `<!doctype html>${render(page)}`;
}
