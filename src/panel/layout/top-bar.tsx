import { listWords } from "../payments/words.ts";
import type { PanelPage } from "../kit/answer.ts";
import type { AccountContext, MerchantContext, OpenContext } from "../kit/context.ts";
import { Drop } from "../../page/parts/drop.tsx";
import { Form, isAccount, isMerchant } from "../parts/form.tsx";
import { Glyph } from "../../page/parts/glyph.tsx";
import { Logo } from "../../page/parts/logo.tsx";
import { roleWords } from "../words/role.ts";
import { shell } from "../words/shell.ts";
import { LanguageSwitch } from "./language-switch.tsx";
import { LookSwitch } from "./look-switch.tsx";
import { MerchantMenu } from "./merchant-menu.tsx";
import { SectionMenu, type SectionsProps } from "./sections.tsx";

export type TopBarProps = {
  readonly context: OpenContext;
  readonly page: PanelPage;
  readonly counts: SectionsProps["counts"];
};

/** The head of every page: on phones one row with the menu, the merchant and the person. */
export function TopBar({ context, page, counts }: TopBarProps) {
  const words = shell[context.language];
  return (
    <header class="top">
      {isAccount(context) && <SectionMenu context={context} current={page.nav} counts={counts} />}
      <a
        class={isMerchant(context) ? "logo beside" : "logo"}
        href={context.panel()}
        title={words.home}
      >
        <Logo />
        <span class={isMerchant(context) ? "unseen" : undefined}>Vezne</span>
      </a>
      {isMerchant(context) && <MerchantMenu context={context} />}
      {isMerchant(context) && <Find context={context} />}
      <div class="who">
        {isAccount(context) ? (
          <PersonMenu context={context} page={page} />
        ) : (
          <LanguageSwitch context={context} page={page} />
        )}
      </div>
    </header>
  );
}

function Find({ context }: { readonly context: MerchantContext }) {
  const words = shell[context.language];
  return (
    <>
      <Form context={context} action={context.to("payments/find")} class="find" label={words.find}>
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
      <a class="seek" href={context.to("go")}>
        <Glyph name="search" />
        <span class="unseen">{words.go}</span>
      </a>
    </>
  );
}

type PersonProps = { readonly context: AccountContext; readonly page: PanelPage };

function PersonMenu({ context, page }: PersonProps) {
  const { language } = context;
  const words = shell[language];
  const { user } = context.signedIn;
  const roleName = roleWords[language][user.role].name;
  return (
    <Drop label={words.personMenu} icon="person" side="end" class="person" isIconOnly>
      <p class="is">
        <strong>{user.email}</strong>
        <small>
          {user.merchantId === undefined ? `${words.operator} · ${roleName}` : roleName}
        </small>
      </p>
      <ul>
        <li>
          <a href={context.panel("account")}>{words.account}</a>
        </li>
      </ul>
      <LookSwitch context={context} page={page} />
      <LanguageSwitch context={context} page={page} />
      <Form context={context} action={context.panel("sign-out")}>
        <button type="submit" class="link">
          {words.signOut}
        </button>
      </Form>
    </Drop>
  );
}
