import type { ComponentChildren } from "preact";
import { useAccount } from "../kit/context.ts";
import { Form } from "../../page/parts/form.tsx";

/**
 * Fields of the submitted form that are not repeated, because the confirmation page has its own.
 */
const OWN_FIELDS = new Set(["password", "form_token"]);
/** Fields with this prefix hold secrets, which no page repeats; the form asks for them again. */
const SECRET_PREFIX = "secret:";

/** The form that was submitted, which is sent once more with the fields of a page in between. */
export function FormAgain({ children }: { readonly children: ComponentChildren }) {
  const { request } = useAccount();
  const [action = ""] = request.url.split("?", 1);
  const fields = Object.entries(request.body).filter(
    ([name]) => !OWN_FIELDS.has(name) && !name.startsWith(SECRET_PREFIX),
  );
  return (
    <Form action={action}>
      {fields.map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      {children}
    </Form>
  );
}
