import type { PasswordLink } from "../../domain/merchant/password-link.ts";
import { done, type PanelAnswer } from "../kit/answer.ts";
import type { AccountContext } from "../kit/context.ts";
import { queryText } from "../kit/panel-paths.ts";
import { ShownOnce } from "../../page/parts/shown-once.tsx";
import { teamOf } from "./team.ts";
import { userWords } from "./words.ts";

/** The answer to the form shows the link; only its hash is stored, so no page repeats it. */
export function linkPage(context: AccountContext, { user, token }: PasswordLink): PanelAnswer {
  const { kit, language } = context;
  const words = userWords[language];
  const team = teamOf(context);
  const path = kit.paths.panel("choose-password") + queryText({ token });
  return {
    kind: "page",
    nav: team.kind,
    title: user.email,
    crumbs: [{ label: words[team.kind], href: team.to() }],
    flash: done(words.linkOnce),
    body: (
      <div class="card narrow">
        <ShownOnce name={words.link} text={new URL(path, kit.publicUrl).href} />
        <p class="hint">{words.linkHint}</p>
        <a class="button main" href={team.to()}>
          {words.goOn}
        </a>
      </div>
    ),
  };
}
