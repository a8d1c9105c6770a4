import { done, type PanelAnswer } from "../kit/answer.ts";
import type { AccountContext } from "../kit/context.ts";
import { ShownOnce } from "../parts/shown-once.tsx";
import { teamOf } from "./team.ts";
import { userWords } from "./words.ts";

type Credentials = { readonly email: string; readonly password: string };

/** The answer to the form shows the password; only its hash is stored, so no page repeats it. */
export function credentialsPage(
  context: AccountContext,
  { email, password }: Credentials,
): PanelAnswer {
  const { language } = context;
  const words = userWords[language];
  const team = teamOf(context);
  return {
    kind: "page",
    nav: team.kind,
    title: email,
    crumbs: [{ label: words[team.kind], href: team.to() }],
    flash: done(words.passwordOnce),
    body: (
      <div class="card narrow">
        <ShownOnce language={language} name={words.password} text={password} />
        <a class="button main" href={team.to()}>
          {words.goOn}
        </a>
      </div>
    ),
  };
}
