import { MINUTE } from "../../kernel/clock.ts";
import { may } from "../../merchant/permission.ts";
import { pendingRaise } from "../../merchant/refund-limit.ts";
import { otherLanguage } from "../page/language.ts";
import { Document } from "../page/parts/document.tsx";
import { AlertIcon, CheckIcon } from "../page/parts/icons.tsx";
import type { PanelPage } from "./kit/answer.ts";
import type { AccountContext, MerchantContext, OpenContext } from "./kit/context.ts";
import { clockWords } from "./clock/words.ts";
import { queryText } from "./kit/panel-paths.ts";
import { approvalWords } from "./refunds/approval-words.ts";
import { listWords } from "./payments/words.ts";
import { roleWords } from "./words/role.ts";
import { shell } from "./words/shell.ts";
import { Form, isAccount, isMerchant } from "./parts/form.tsx";
import { Logo } from "./parts/logo.tsx";
import { navPath } from "./kit/nav.ts";
import { Sections } from "./parts/sections.tsx";
import { formatMoment } from "./parts/when.tsx";

type ShellProps = { readonly context: OpenContext; readonly page: PanelPage };

/** The layout of every page: mode, merchant, navigation and flash. */
export function Shell({ context, page }: ShellProps) {
  const { kit, language } = context;
  const words = shell[language];
  return (
    <Document
      language={language}
      title={titleOf(context, page)}
      paths={kit.pagePaths}
      style={kit.assets.style("panel")}
      scripts={[kit.assets.script("panel")]}
    >
      <a class="skip" href="#main">
        {words.skip}
      </a>
      {isMerchant(context) && <ModeBar context={context} page={page} />}
      {isMerchant(context) && <RaiseBar context={context} />}
      <Top context={context} page={page} />
      <div class={isAccount(context) ? "frame" : "frame alone"}>
        {isAccount(context) && <Sections context={context} current={page.nav} />}
        <main
          id="main"
          tabIndex={-1}
          data-merchant={isMerchant(context) ? context.merchant.merchantId : undefined}
        >
          <Crumbs context={context} page={page} />
          <div class="head">
            <h1>{page.title}</h1>
            {page.actions !== undefined && <div class="tools">{page.actions}</div>}
          </div>
          <FlashMessage flash={page.flash} words={words} />
          {page.body}
        </main>
      </div>
      <footer class="foot">{words.poweredBy}</footer>
    </Document>
  );
}

function titleOf(context: OpenContext, page: PanelPage): string {
  const words = shell[context.language];
  if (!isMerchant(context)) return `${page.title} – Vezne`;
  const mode = words[context.scope.mode];
  return `${page.title} – ${context.merchant.name} (${mode}) – Vezne`;
}

type MerchantProps = { readonly context: MerchantContext; readonly page: PanelPage };

/** Shows on every page, by words, colour and pattern, whether real money moves. */
function ModeBar({ context, page }: MerchantProps) {
  const { kit, scope, merchant, language } = context;
  const words = shell[language];
  const isTest = scope.mode === "test";
  const other = { merchantId: merchant.merchantId, mode: isTest ? "live" : "test" } as const;
  const path = page.nav === undefined ? "" : navPath(page.nav);
  return (
    <aside class={`mode ${scope.mode}`} aria-label={words[scope.mode]}>
      <strong>{words[scope.mode]}</strong>
      <span>{isTest ? words.testBar : words.liveBar}</span>
      {isTest && may(context.signedIn.user, "clock.move") && <ClockLink context={context} />}
      <a href={kit.paths.merchant(other, path)}>{isTest ? words.toLive : words.toTest}</a>
    </aside>
  );
}

/** Tells users who approve refunds, on every page, that a higher approval limit is requested. */
function RaiseBar({ context }: { readonly context: MerchantContext }) {
  const { kit, merchant, signedIn, language } = context;
  const raise = pendingRaise(merchant.settings, kit.clock.now());
  if (raise === undefined || !may(signedIn.user, "refunds.approve")) return null;
  return (
    <aside class="mode raise">
      <span>{approvalWords[language].raiseBar(raise.requester)}</span>
      <a href={context.to("approvals")}>{shell[language].nav.approvals}</a>
    </aside>
  );
}

/** The sandbox's time, if it was moved, which explains the dates on the page. */
function ClockLink({ context }: { readonly context: MerchantContext }) {
  const { kit, scope, language, merchant } = context;
  const words = clockWords[language];
  const now = kit.clocks.now(scope);
  const isMoved = now - kit.clock.now() > MINUTE;
  const text = isMoved
    ? words.moved(formatMoment(now, { language, ...merchant.settings }))
    : words.link;
  return <a href={context.to("clock")}>{text}</a>;
}

function Top({ context, page }: ShellProps) {
  const words = shell[context.language];
  return (
    <header class="top">
      <a class="logo" href={context.panel()} title={words.home}>
        <Logo />
        <span>{isMerchant(context) ? context.merchant.name : "Vezne"}</span>
      </a>
      {isMerchant(context) && (
        <Form
          context={context}
          action={context.to("payments/find")}
          class="find"
          label={words.find}
        >
          <input
            type="search"
            name="q"
            aria-label={words.find}
            placeholder={words.findHint}
            maxLength={255}
            autocomplete="off"
            spellcheck={false}
            data-no-card={listWords[context.language].cardNumber}
          />
        </Form>
      )}
      <div class="who">
        <LanguageSwitch context={context} page={page} />
        {isAccount(context) && <Person context={context} />}
      </div>
    </header>
  );
}

function Person({ context }: { readonly context: AccountContext }) {
  const { language } = context;
  const words = shell[language];
  const { user } = context.signedIn;
  return (
    <>
      <a class="person" href={context.panel("account")}>
        <span class="unseen">{words.account}: </span>
        {user.email}
        <small>
          {user.merchantId === undefined ? `${words.operator} · ` : ""}
          {roleWords[language][user.role].name}
        </small>
      </a>
      <Form context={context} action={context.panel("sign-out")}>
        <button type="submit" class="link">
          {words.signOut}
        </button>
      </Form>
    </>
  );
}

/** The language of a signed-in user is stored; before the sign-in it is in the address. */
function LanguageSwitch({ context, page }: ShellProps) {
  const { kit, language, request } = context;
  const words = shell[language];
  const other = otherLanguage(language);
  if (!isAccount(context)) {
    const [path = ""] = request.url.split("?", 1);
    const query = queryText({ ...request.query, lang: other });
    return (
      <a href={path + query} lang={other} hreflang={other}>
        {words.toOtherLanguage}
      </a>
    );
  }
  return (
    <Form context={context} action={context.panel("account/language")}>
      <input type="hidden" name="back" value={kit.paths.own(placeOf(context, page)) ?? ""} />
      <button type="submit" class="link" name="language" value={other} lang={other}>
        {words.toOtherLanguage}
      </button>
    </Form>
  );
}

/**
 * The address of a page. The answer to a form has the address of the last crumb or of its section,
 * because the form's own address can't be opened.
 */
function placeOf(context: OpenContext, { nav, crumbs = [] }: PanelPage): string {
  const { isRead, url } = context.request;
  if (isRead) return url;
  const above = crumbs.at(-1)?.href;
  if (above !== undefined || nav === undefined) return above ?? "";
  return isMerchant(context) ? context.to(navPath(nav)) : context.panel(nav);
}

function Crumbs({ context, page }: ShellProps) {
  const { crumbs = [] } = page;
  if (crumbs.length === 0) return null;
  return (
    <nav class="crumbs" aria-label={shell[context.language].crumbs}>
      <ol>
        {crumbs.map(({ label, href }) => (
          <li>
            <a href={href}>{label}</a>
          </li>
        ))}
        <li aria-current="page">{page.title}</li>
      </ol>
    </nav>
  );
}

type FlashProps = {
  readonly flash: PanelPage["flash"];
  readonly words: (typeof shell)["tr"];
};

function FlashMessage({ flash, words }: FlashProps) {
  if (flash === undefined) return null;
  const isDone = flash.kind === "done";
  return (
    <div class={`flash ${flash.kind}`} role={isDone ? "status" : "alert"} id="notice">
      {isDone ? <CheckIcon /> : <AlertIcon />}
      <p>
        <strong class="unseen">{isDone ? words.done : words.refused}: </strong>
        {flash.text}
      </p>
    </div>
  );
}
