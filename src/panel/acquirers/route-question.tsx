import { joinedOr } from "../../kernel/text.ts";
import type { PlaceReason, Route } from "../../domain/connection/route.ts";
import { routePayment } from "../../domain/connection/route-payment.ts";
import { DEFAULT_RULES } from "../../domain/connection/rule.ts";
import { CURRENCY_CODES, isCurrency } from "../../kernel/currency.ts";
import { money } from "../../kernel/money.ts";
import { type MerchantContext, useMerchant, useWords } from "../kit/context.ts";
import { Card } from "../../page/parts/card.tsx";
import { COMMON_EXPONENT, parseAmount } from "../../page/parts/amount-text.ts";
import { Button, Field, Select } from "../../page/parts/form.tsx";
import { Table, type Column } from "../../page/parts/table.tsx";
import { routingWords } from "./routing-words.ts";
import { acquirerWords } from "./words.ts";

const [OWN_BANK_RULE] = DEFAULT_RULES;

/** An asked route, or that the question could not be read; undefined if nothing was asked. */
export type AskedRoute = Route | "wrong_question" | undefined;

/** Routes the payment that the page's address describes; nothing is charged. */
export async function askedRoute({ kit, scope, request }: MerchantContext): Promise<AskedRoute> {
  const { bin, amount = "", currency = "TRY", installments = "1" } = request.query;
  if (bin === undefined || bin === "") return undefined;
  const minor = parseAmount(amount, COMMON_EXPONENT);
  const count = /^[1-9]\d?$/.test(installments) ? Number(installments) : 0;
  if (!/^\d{6,8}$/.test(bin) || minor === undefined || count === 0 || !isCurrency(currency)) {
    return "wrong_question";
  }
  return routePayment(kit.connectionServices.routing, scope, {
    bin,
    card: kit.bins.table(scope.mode).find(bin).best,
    amount: money(minor, currency),
    installmentCount: count,
    needsChallenge: false,
    now: kit.clocks.now(scope),
  });
}

/** The form of the question, and its answer. */
export function RouteQuestionForm({ route }: { readonly route: AskedRoute }) {
  const { request, to } = useMerchant();
  const words = useWords(routingWords);
  const { bin, amount, currency = "TRY", installments = "1" } = request.query;
  return (
    <Card title={words.simulate}>
      <form method="get" action={to("acquirers/routing")} class="sift">
        <Field name="bin" label={words.bin} value={bin} inputMode="numeric" maxLength={8} isShort />
        <Field name="amount" label={words.amount} value={amount} inputMode="decimal" isShort />
        <Select
          name="currency"
          label={words.currency}
          value={currency}
          options={CURRENCY_CODES.map((code) => [code, code] as const)}
          isShort
        />
        <Field
          name="installments"
          label={words.installments}
          value={installments}
          inputMode="numeric"
          maxLength={2}
          isShort
        />
        <Button kind="plain">{words.ask}</Button>
      </form>
      {route === "wrong_question" && <p class="error">{words.wrongQuestion}</p>}
      {typeof route === "object" && <RouteTable route={route} />}
    </Card>
  );
}

type PlacedConnection = { readonly place: string; readonly title: string; readonly why: string };

function RouteTable({ route }: { route: Route }) {
  const { language } = useMerchant();
  const words = useWords(routingWords);
  const { candidates, excluded } = route;
  const placed = candidates.map(({ connection, reasons }, index): PlacedConnection => {
    const texts = reasons.map((reason) => reasonText(reason, language));
    return {
      place: String(index + 1),
      title: connection.title,
      why: joinedOr(words.last, texts),
    };
  });
  const refused = excluded.map(({ connection, reason, rule }): PlacedConnection => {
    const why = words.excluded[reason] + (rule === undefined ? "" : ` (${rule})`);
    return { place: "–", title: connection.title, why };
  });
  const columns: readonly Column<PlacedConnection>[] = [
    { head: words.place, cell: ({ place }) => place },
    { head: acquirerWords[language].name, isRowHead: true, cell: ({ title }) => title },
    { head: words.why, cell: ({ why }) => why },
  ];
  return (
    <>
      {candidates.length === 0 && <p>{words.nowhere}</p>}
      <Table
        label={words.simulate}
        columns={columns}
        rows={[...placed, ...refused]}
        class="beside"
      />
    </>
  );
}

function reasonText(reason: PlaceReason, language: "tr" | "en"): string {
  const words = routingWords[language];
  switch (reason.kind) {
    case "rule":
      return words.byRule(reason.rule === OWN_BANK_RULE?.name ? words.defaultName : reason.rule);
    case "cost": {
      const style = { style: "percent", maximumFractionDigits: 2 } as const;
      return words.byCost(
        new Intl.NumberFormat(language, style).format(reason.basisPoints / 10_000),
      );
    }
    case "weight":
      return words.byWeight(reason.weight);
    case "unhealthy":
      return words.unhealthy;
    case "tried_again":
      return words.triedAgain;
  }
}
