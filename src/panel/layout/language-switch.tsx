import { otherLanguage } from "../../page/language.ts";
import type { PanelPage } from "../kit/answer.ts";
import type { OpenContext } from "../kit/context.ts";
import { queryText } from "../kit/panel-paths.ts";
import { Form, isAccount } from "../parts/form.tsx";
import { shell } from "../words/shell.ts";
import { placeOf } from "./place-of.ts";

type Props = { readonly context: OpenContext; readonly page: PanelPage };

/** The language of a signed-in user is stored; before the sign-in it is in the address. */
export function LanguageSwitch({ context, page }: Props) {
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
