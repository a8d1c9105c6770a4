import type { ComponentChildren } from "preact";
import { MESSAGES } from "../../page/messages/messages.ts";
import { otherLanguage } from "../../page/language.ts";
import { Document } from "../../page/parts/document.tsx";
import { LockIcon } from "../../page/parts/icons.tsx";
import { BrandLogo } from "../../page/brand/brand-logo.tsx";
import { Sandbox } from "./sandbox.tsx";
import type { PaymentScript } from "../../page/script-inventory.ts";
import type { ViewContext } from "../view-context.ts";

type LayoutProps = {
  readonly view: ViewContext;
  readonly title: string;
  /** True if the page has the payment form, into which test cards can be filled. */
  readonly hasForm?: boolean;
  readonly withoutScript?: ComponentChildren;
  /** The content of the `refresh` meta element: seconds and address. */
  readonly refresh?: string | undefined;
  /** Further scripts; `script-inventory.ts` holds the reason for each. */
  readonly scripts?: readonly PaymentScript[];
  readonly children: ComponentChildren;
};

const FRAMED: readonly PaymentScript[] = ["frame"];

/** The layout of the checkout pages: brand, language switch, test banner and footer. */
export function Layout(props: LayoutProps) {
  const { view, title, hasForm = false, withoutScript, scripts = [], children } = props;
  const { refresh } = props;
  const { kit, language, words, sandbox, brand } = view;
  const { assets, brandStyles } = kit;
  const isFramed = kit.frame !== undefined;
  // The sandbox's script and style include the checkout's, so a page loads one of each.
  const own = sandbox !== undefined ? "sandbox" : "checkout";
  const names: readonly PaymentScript[] = [own, ...scripts, ...(isFramed ? FRAMED : [])];
  return (
    <Document
      language={language}
      title={title}
      paths={kit.paths}
      style={brand?.accent === undefined ? assets.style(own) : brandStyles.link(own, brand.accent)}
      scripts={names.map((name) => assets.script(name))}
      withoutScript={withoutScript}
      refresh={refresh}
      hasBar={hasForm}
      isFramed={isFramed}
    >
      <a class="skip" href="#main">
        {words.page.skip}
      </a>
      <header class="masthead">
        {sandbox !== undefined && (
          <Sandbox view={view} hasForm={hasForm} banner={words.sandbox[sandbox]} />
        )}
        <div class="bar">
          <p class="secure">
            <LockIcon /> {words.page.secure}
          </p>
          <LanguageSwitch view={view} />
        </div>
        {brand?.logo !== undefined && !hasForm && (
          <p class="shop-logo">
            <BrandLogo brand={brand} paths={kit.paths} alt={brand.name} />
          </p>
        )}
      </header>
      {children}
      <FrameNotes view={view} />
      <Foot view={view} />
    </Document>
  );
}

function Foot({ view }: { readonly view: ViewContext }) {
  const { words, brand } = view;
  return (
    <footer class="foot">
      {brand?.termsUrl !== undefined && (
        <p class="terms">
          <a href={brand.termsUrl} target="_blank" rel="noopener noreferrer">
            {words.page.terms(brand.name)}
          </a>
        </p>
      )}
      {brand?.privacyUrl !== undefined && (
        <p class="terms">
          <a href={brand.privacyUrl} target="_blank" rel="noopener noreferrer">
            {words.page.privacy(brand.name)}
          </a>
        </p>
      )}
      <p>{words.page.footer}</p>
      <p>{words.page.poweredBy}</p>
    </footer>
  );
}

function LanguageSwitch({ view }: { readonly view: ViewContext }) {
  const { language, words, switchTo } = view;
  if (switchTo === undefined) return null;
  const other = otherLanguage(language);
  return (
    <nav class="languages" aria-label={words.page.languages}>
      <span aria-current="true">{words.page.languageName}</span>
      <a href={switchTo} lang={other} hreflang={other}>
        {MESSAGES[other].page.languageName}
      </a>
    </nav>
  );
}

/** Data attributes for the frame script: the merchant's origin, the frame id and the outcome. */
function FrameNotes({ view }: { readonly view: ViewContext }) {
  const { frame } = view.kit;
  if (frame === undefined) return null;
  return (
    <div
      hidden
      id="frame"
      data-origin={frame.origin}
      data-frame={frame.id}
      data-news={view.news === undefined ? undefined : JSON.stringify(view.news)}
      data-expiry={view.expiry === undefined ? undefined : JSON.stringify(view.expiry)}
    />
  );
}
