import type { ComponentChildren } from "preact";
import type { Language } from "../../kernel/language.ts";
import { otherLanguage } from "../../page/language.ts";
import { Document } from "../../page/parts/document.tsx";
import type { DemoKit } from "./demo-kit.ts";
import { WORDS } from "./words.ts";

type ShopLayoutProps = {
  readonly kit: DemoKit;
  readonly language: Language;
  readonly title: string;
  /** The address of this page in the other language. */
  readonly switchTo: string;
  /** Address of the widget's script, on the page that uses it. */
  readonly widget?: string;
  readonly children: ComponentChildren;
};

export function ShopLayout({ kit, language, title, switchTo, widget, children }: ShopLayoutProps) {
  const words = WORDS[language];
  const other = otherLanguage(language);
  const { assets, paths } = kit;
  return (
    <Document
      language={language}
      title={`${title} – ${kit.shopName}`}
      paths={paths}
      style={assets.style("demo")}
      scripts={[assets.script("demo")]}
      {...(widget === undefined ? {} : { widget })}
    >
      <header class="shop-head">
        <p class="shop-name">
          <a href={paths.demo(language)}>{kit.shopName}</a>
        </p>
        <nav class="languages" aria-label={words.languages}>
          <span aria-current="true">{words.languageName}</span>
          <a href={switchTo} lang={other} hreflang={other}>
            {WORDS[other].languageName}
          </a>
        </nav>
      </header>
      <main id="main">{children}</main>
      <footer class="shop-foot">
        <p>
          {words.tagline} <a href={paths.docs(language)}>{words.docs}</a>
        </p>
      </footer>
    </Document>
  );
}
