import type { PanelAnswer } from "../kit/answer.ts";
import { type MerchantContext, useMerchant, useWords } from "../kit/context.ts";
import { merchantRoute, type PanelRoute } from "../kit/route.ts";
import { Choices } from "../../page/parts/choices.tsx";
import { Drop } from "../../page/parts/drop.tsx";
import { Button, Form } from "../../page/parts/form.tsx";
import { OPTIONAL_COLUMNS } from "./payment-columns.tsx";
import { listWords } from "./words.ts";

/** Keeps the chosen columns of the list in a cookie of the browser. */
export const columnRoutes: readonly PanelRoute[] = [
  merchantRoute({
    method: "POST",
    path: "payments/columns",
    permission: "payments.see",
    run: async (context) => takeColumns(context),
  }),
];

function takeColumns(context: MerchantContext): PanelAnswer {
  const { kit, request, look } = context;
  const hidden = OPTIONAL_COLUMNS.filter((name) => request.body[`column.${name}`] !== "yes");
  const to = kit.paths.own(request.body["back"] ?? "") ?? context.to("payments");
  return { kind: "redirect", to, look: { ...look, hidden } };
}

/** The columns of the list as checkboxes behind a button. */
export function ColumnChooser() {
  const { request, look, to } = useMerchant();
  const words = useWords(listWords);
  const heads = {
    status: words.status,
    customer: words.customer,
    method: words.method,
    time: words.time,
    order: words.order,
  } as const;
  return (
    <Drop label={words.columns} icon="columns" side="end" class="chooser">
      <Form action={to("payments/columns")}>
        <input type="hidden" name="back" value={request.url} />
        <Choices
          legend={words.columns}
          type="checkbox"
          choices={OPTIONAL_COLUMNS.map((name) => ({
            name: `column.${name}`,
            value: "yes",
            label: heads[name],
            isChecked: !look.hidden.includes(name),
          }))}
        />
        <Button>{words.apply}</Button>
      </Form>
    </Drop>
  );
}
