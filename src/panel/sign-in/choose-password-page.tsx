import { Secret } from "../../kernel/secret.ts";
import {
  choosePasswordByLink,
  userOfLink,
  type LinkRefusal,
} from "../../domain/merchant/password-link.ts";
import { redirect, type PanelAnswer } from "../kit/answer.ts";
import type { OpenContext } from "../kit/context.ts";
import { queryText } from "../kit/panel-paths.ts";
import { openRoute, type PanelRoute } from "../kit/route.ts";
import { Button, Field, Form } from "../../page/parts/form.tsx";
import { passwordWords } from "../words/passwords.ts";
import { choosePasswordWords } from "./choose-password-words.ts";
import { gonePage } from "./gone-page.tsx";

const PATH = "choose-password";

/** The page at which an invited user, or one whose password was reset, chooses a password. */
export const choosePasswordRoutes: readonly PanelRoute[] = [
  openRoute("GET", PATH, (context) => page(context, context.request.query["token"] ?? "")),
  openRoute("POST", PATH, take),
];

/** The user signs in afterwards, because a second factor must still be asked for. */
async function take(context: OpenContext): Promise<PanelAnswer> {
  const { kit, request } = context;
  const { token = "", password = "" } = request.body;
  const link = { token, password: new Secret(password) };
  const chosen = await choosePasswordByLink(kit.people, link);
  if (!chosen.ok) return page(context, token, chosen.refusal);
  await context.recordAs(chosen.value, {
    action: "user.password_changed",
    object: { kind: "user", id: chosen.value.userId },
    after: { by: "link" },
  });
  return redirect(kit.paths.panel("sign-in") + queryText({ chosen: "yes" }));
}

async function page(
  context: OpenContext,
  token: string,
  refusal?: LinkRefusal,
): Promise<PanelAnswer> {
  const { kit, language } = context;
  const user = await userOfLink(kit.people, token);
  if (user === undefined || refusal === "gone") return gonePage(context, choosePasswordWords);
  const words = choosePasswordWords[language];
  return {
    kind: "page",
    status: refusal === undefined ? 200 : 422,
    title: words.title,
    body: (
      <div class="card narrow">
        <p>{words.intro(user.email)}</p>
        <Form action={kit.paths.panel(PATH)}>
          <input type="hidden" name="lang" value={language} />
          <input type="hidden" name="token" value={token} />
          <input type="hidden" name="email" value={user.email} autocomplete="username" />
          <Field
            name="password"
            label={words.password}
            hint={passwordWords[language].hint}
            type="password"
            autocomplete="new-password"
            error={refusal === undefined ? "" : passwordWords[language].weak[refusal]}
            hasFocus
            isRequired
          />
          <Button>{words.submit}</Button>
        </Form>
      </div>
    ),
  };
}
