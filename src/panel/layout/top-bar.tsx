import { listWords } from "../payments/words.ts";
import type { PanelPage } from "../kit/answer.ts";
import {
  isAccount,
  isMerchant,
  useAccount,
  useMerchant,
  useOpen,
  useWords,
} from "../kit/context.ts";
import { Drop } from "../../page/parts/drop.tsx";
import { Form } from "../../page/parts/form.tsx";
import { Glyph } from "../../page/parts/glyph.tsx";
import { Logo } from "../../page/parts/logo.tsx";
import { roleWords } from "../words/role.ts";
import { shell } from "../words/shell.ts";
import { LanguageSwitch } from "./language-switch.tsx";
import { LookSwitch } from "./look-switch.tsx";
import { MerchantMenu } from "./merchant-menu.tsx";
import { SectionMenu, type SectionsProps } from "./sections.tsx";

export type TopBarProps = { readonly page: PanelPage; readonly counts: SectionsProps["counts"] };

/** The head of every page: on phones one row with the menu, the merchant and the person. */
export function TopBar({ page, counts }: TopBarProps) {
  const context = useOpen();
  const words = useWords(shell);
  return (
    <header class="top">
      {isAccount(context) && <SectionMenu current={page.nav} counts={counts} />}
      <a
        class={isMerchant(context) ? "logo beside" : "logo"}
        href={context.panel()}
        title={words.home}
      >
        <Logo />
        <span class={isMerchant(context) ? "unseen" : undefined}>Vezne</span>
      </a>
      {isMerchant(context) && <MerchantMenu />}
      {isMerchant(context) && <Find />}
      <div class="who">
        {isAccount(context) ? <PersonMenu page={page} /> : <LanguageSwitch page={page} />}
      </div>
    </header>
  );
}

function Find() {
  const { to, language } = useMerchant();
  const words = useWords(shell);
  return (
    <>
      <Form action={to("payments/find")} class="find" label={words.find}>
        <input
          type="search"
          name="q"
          aria-label={words.find}
          placeholder={words.findHint}
          maxLength={255}
          autocomplete="off"
          spellcheck={false}
          data-no-card={listWords[language].cardNumber}
        />
      </Form>
      <a class="seek" href={to("go")}>
        <Glyph name="search" />
        <span class="unseen">{words.go}</span>
      </a>
    </>
  );
}

function PersonMenu({ page }: { readonly page: PanelPage }) {
  const { language, signedIn, panel } = useAccount();
  const words = useWords(shell);
  const { user } = signedIn;
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
          <a href={panel("account")}>{words.account}</a>
        </li>
      </ul>
      <LookSwitch page={page} />
      <LanguageSwitch page={page} />
      <Form action={panel("sign-out")}>
        <button type="submit" class="link">
          {words.signOut}
        </button>
      </Form>
    </Drop>
  );
}
