import { may } from "../../domain/merchant/permission.ts";
import { isOperator } from "../../domain/merchant/user.ts";
import { clockWords } from "../clock/words.ts";
import { liveWords } from "../going-live/words.ts";
import { type MerchantContext, useMerchant } from "../kit/context.ts";
import { Identifier } from "../../page/parts/identifier.tsx";
import { Drop } from "../../page/parts/drop.tsx";
import { shell } from "../words/shell.ts";

/** The merchant's name as a menu: its id, its settings and people, the documentation. */
export function MerchantMenu() {
  const context = useMerchant();
  const { merchant, language } = context;
  const { merchantId, name } = merchant;
  return (
    <Drop label={name} class="merchant">
      <p class="is">
        <span class="unseen">{shell[language].merchantMenu}</span>
        <Identifier name={name} value={merchantId} />
      </p>
      <ul>
        {linksOf(context).map(({ href, label }) => (
          <li>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ul>
    </Drop>
  );
}

type Link = { readonly href: string; readonly label: string };

function linksOf(context: MerchantContext): readonly Link[] {
  const { kit, scope, merchant, signedIn, language } = context;
  const { user } = signedIn;
  const words = shell[language];
  const isBeforeLive = scope.mode === "test" && merchant.settings.liveSince === null;
  const links: readonly (Link & { readonly isShown: boolean })[] = [
    {
      href: context.to("settings"),
      label: words.nav.settings,
      isShown: may(user, "settings.see"),
    },
    { href: context.to("users"), label: words.nav.users, isShown: may(user, "users.see") },
    {
      href: context.to("going-live"),
      label: liveWords[language].link,
      isShown: isBeforeLive && may(user, "connections.change"),
    },
    {
      href: context.to("clock"),
      label: clockWords[language].link,
      isShown: scope.mode === "test" && may(user, "clock.move"),
    },
    {
      href: kit.pagePaths.demo(language),
      label: words.demoShop,
      isShown: scope.mode === "test",
    },
    {
      href: kit.pagePaths.docs(language),
      label: words.documentation,
      isShown: kit.hasDocumentation,
    },
    { href: context.panel("merchants"), label: words.otherMerchant, isShown: isOperator(user) },
  ];
  return links.filter(({ isShown }) => isShown);
}
