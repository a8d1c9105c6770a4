import type { Session } from "../../domain/session/session.ts";
import { toIso } from "../../kernel/clock.ts";
import { BrandLogo } from "../../page/brand/brand-logo.tsx";
import { formatMoney, formatTime, zoneAt } from "../../page/format.ts";
import { BasketLines } from "./basket-lines.tsx";
import type { Checkout } from "../page-kit.ts";
import type { ViewContext } from "../view-context.ts";

type OrderProps = { readonly view: ViewContext; readonly checkout: Checkout };

/** The shop, the amount, the deadline and the items. */
export function OrderSummary({ view, checkout }: OrderProps) {
  const { language, words } = view;
  const { session, merchant, brand } = checkout;
  const place = { language, timeZone: merchant.settings.timeZone };
  const zone = zoneAt(session.expiresAt, place.timeZone);
  const amount = formatMoney(session.amount, language);
  return (
    <section class="order" aria-labelledby="order-title">
      <h1 id="order-title">
        <BrandLogo brand={brand} paths={view.kit.paths} alt="" />
        <bdi class="merchant">{brand.name}</bdi>{" "}
        <span class={`amount${lengthClass(amount)}`}>{amount}</span>
      </h1>
      <p class="due" id="due" hidden />
      <p class="deadline">
        {words.order.deadline}{" "}
        <time datetime={toIso(session.expiresAt)} data-zone={zone.name} data-minutes={zone.minutes}>
          {formatTime(session.expiresAt, place)}
        </time>
      </p>
      {session.basket.length > 0 && <Basket view={view} session={session} />}
    </section>
  );
}

/** The class whose style keeps an amount of this length in one line. */
function lengthClass({ length }: string): string {
  if (length > 15) return " longest";
  return length > 12 ? " long" : "";
}

function Basket({ view, session }: { readonly view: ViewContext; readonly session: Session }) {
  const { words } = view;
  const count = session.basket.reduce((sum, item) => sum + (item.qty ?? 1), 0);
  return (
    <details class="basket">
      <summary>
        <h2>{words.order.summary}</h2> <span>{words.order.items(count)}</span>
      </summary>
      <BasketLines view={view} session={session} />
    </details>
  );
}
