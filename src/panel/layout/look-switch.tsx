import type { PanelPage } from "../kit/answer.ts";
import { useAccount, useWords } from "../kit/context.ts";
import { SCHEMES } from "../kit/look.ts";
import { Form } from "../../page/parts/form.tsx";
import { shell } from "../words/shell.ts";
import { placeOf } from "./place-of.ts";

/** The colour scheme: the device's, light or dark; a cookie of this browser keeps it. */
export function LookSwitch({ page }: { readonly page: PanelPage }) {
  const context = useAccount();
  const { kit, look } = context;
  const words = useWords(shell);
  return (
    <Form action={context.panel("account/look")} class="looks" label={words.look}>
      <input type="hidden" name="back" value={kit.paths.own(placeOf(context, page)) ?? ""} />
      {SCHEMES.map((scheme) => (
        <button
          type="submit"
          name="scheme"
          value={scheme}
          aria-pressed={scheme === look.scheme ? "true" : "false"}
        >
          {words.looks[scheme]}
        </button>
      ))}
    </Form>
  );
}
