import type { BasketItem, Session } from "../../checkout/session.ts";
import { money } from "../../kernel/money.ts";
import { toIso } from "../../kernel/clock.ts";
import { BrandLogo } from "../page/brand/brand-logo.tsx";
import { formatMoney, formatTime } from "../page/format.ts";
import type { Checkout } from "./page-kit.ts";
import type { ViewContext } from "./view-context.ts";

/** Most items that are listed, enough to recognise the order; further items are only counted. */
const SHOWN_ITEMS = 40;

type OrderProps = { readonly view: ViewContext; readonly checkout: Checkout };

/** The shop, the amount, the deadline and the items. */
export function OrderSummary({ view, checkout }: OrderProps) {
  const { language, words } = view;
  const { session, merchant, brand } = checkout;
  const place = { language, timeZone: merchant.settings.timeZone };
  return (
    <section class="order" aria-labelledby="order-title">
      <h1 id="order-title">
        <BrandLogo brand={brand} paths={view.kit.paths} alt="" />
        <span class="merchant">{brand.name}</span>{" "}
        <span class="amount">{formatMoney(session.amount, language)}</span>
      </h1>
      <p class="deadline">
        {words.order.deadline}{" "}
        <time datetime={toIso(session.expiresAt)} data-zone={place.timeZone}>
          {formatTime(session.expiresAt, place)}
        </time>
      </p>
      {session.basket.length > 0 && <Basket view={view} session={session} />}
    </section>
  );
}

function Basket({ view, session }: { readonly view: ViewContext; readonly session: Session }) {
  const { language, words } = view;
  const { basket, amount } = session;
  const count = basket.reduce((sum, item) => sum + (item.qty ?? 1), 0);
  const hidden = basket.length - SHOWN_ITEMS;
  return (
    <details class="basket">
      <summary>
        <h2>{words.order.summary}</h2> <span>{words.order.items(count)}</span>
      </summary>
      <ul>
        {basket.slice(0, SHOWN_ITEMS).map((item) => (
          <Line view={view} item={item} session={session} />
        ))}
        {hidden > 0 && <li>{words.order.moreItems(hidden)}</li>}
      </ul>
      <p class="total">
        <span>{words.order.total}</span> <strong>{formatMoney(amount, language)}</strong>
      </p>
    </details>
  );
}

type LineProps = {
  readonly view: ViewContext;
  readonly item: BasketItem;
  readonly session: Session;
};

function Line({ view, item, session }: LineProps) {
  const { language, words } = view;
  const quantity = item.qty ?? 1;
  const detail = [item.brand_name, quantity === 1 ? undefined : words.order.quantity(quantity)];
  const price =
    item.unit_price === undefined
      ? undefined
      : money(BigInt(item.unit_price) * BigInt(quantity), session.amount.currency);
  return (
    <li>
      <span class="item">
        {item.name ?? words.order.unnamedItem} <small>{detail.filter(Boolean).join(" · ")}</small>
      </span>
      {price !== undefined && <span class="price">{formatMoney(price, language)}</span>}
    </li>
  );
}
