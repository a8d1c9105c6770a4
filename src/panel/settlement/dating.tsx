import { money } from "../../kernel/money.ts";
import { may } from "../../domain/merchant/permission.ts";
import { dateSales, sumDatableSales, type SalesSum } from "../../domain/settlement/date-sales.ts";
import type { CalendarEntry } from "../../domain/settlement/ports.ts";
import { formatMoney } from "../../page/format.ts";
import { done, redirect, refusal, type PanelAnswer } from "../kit/answer.ts";
import { type MerchantContext, useMerchant, useWords } from "../kit/context.ts";
import { merchantRoute, type PanelRoute } from "../kit/route.ts";
import { Card } from "../../page/parts/card.tsx";
import { Button, Form } from "../../page/parts/form.tsx";
import { formatNumber } from "../../page/parts/numbers.ts";
import { settlementWords } from "./words.ts";

const PATH = "settlement/calendar";

/** Giving earlier sales the commission and the value date of a contract that was loaded later. */
export const datingRoutes: readonly PanelRoute[] = [
  merchantRoute({
    method: "POST",
    path: `${PATH}/date`,
    permission: "settlement.change",
    audit: { action: "settlement.dated", kind: "settlement", id: "earlier sales" },
    run: date,
  }),
];

/** The sales that the user may date now; undefined if there is none. */
export async function datableSales(
  { kit, scope, signedIn }: MerchantContext,
  days: readonly CalendarEntry[],
): Promise<SalesSum | undefined> {
  const hasUndated = days.some(({ valueDate, sales }) => valueDate === undefined && sales > 0);
  if (!hasUndated || !may(signedIn.user, "settlement.change")) return undefined;
  const datable = await sumDatableSales(kit, scope);
  return datable.sales === 0 ? undefined : datable;
}

export function DatingOffer({ datable }: { readonly datable: SalesSum }) {
  const context = useMerchant();
  const words = useWords(settlementWords);
  return (
    <Card title={words.dateTitle}>
      <p>{words.dateOffer(...textsOf(context, datable))}</p>
      <Form action={context.to(`${PATH}/date`)}>
        <Button>{words.dateNow}</Button>
      </Form>
    </Card>
  );
}

async function date(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, scope, language } = context;
  const words = settlementWords[language];
  const { sales, gross } = await sumDatableSales(kit, scope);
  if (sales === 0) return redirect(context.to(PATH), refusal(words.noneDated));
  const sums = [...gross].map(([currency, minor]) => [currency, Number(minor)]);
  await context.log.asked({ after: { sales, gross: Object.fromEntries(sums) } });
  const dated = await dateSales(kit, scope);
  return redirect(context.to(PATH), done(words.dated(...textsOf(context, dated))));
}

/** The number and the sums of sales, as the page's sentences name them. */
function textsOf({ language }: MerchantContext, { sales, gross }: SalesSum): [string, string] {
  const sums = [...gross].map(([currency, minor]) => formatMoney(money(minor, currency), language));
  return [formatNumber(sales, language), sums.join(" · ")];
}
