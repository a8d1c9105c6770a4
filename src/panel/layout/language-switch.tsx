import { otherLanguage } from "../../page/language.ts";
import type { PanelPage } from "../kit/answer.ts";
import { isAccount, useOpen, useWords } from "../kit/context.ts";
import { queryText } from "../kit/panel-paths.ts";
import { Form } from "../../page/parts/form.tsx";
import { shell } from "../words/shell.ts";
import { placeOf } from "./place-of.ts";

/** The language of a signed-in user is stored; before the sign-in it is in the address. */
export function LanguageSwitch({ page }: { readonly page: PanelPage }) {
  const context = useOpen();
  const { kit, language, request } = context;
  const words = useWords(shell);
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
    <Form action={context.panel("account/language")}>
      <input type="hidden" name="back" value={kit.paths.own(placeOf(context, page)) ?? ""} />
      <button type="submit" class="link" name="language" value={other} lang={other}>
        {words.toOtherLanguage}
      </button>
    </Form>
  );
}
