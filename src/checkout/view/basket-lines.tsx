import type { BasketItem, Session } from "../../domain/session/session.ts";
import { money } from "../../kernel/money.ts";
import { formatMoney } from "../../page/format.ts";
import type { ViewContext } from "../view-context.ts";

/** Most items that are listed, enough to recognise the order; further items are only counted. */
const SHOWN_ITEMS = 40;

type BasketProps = { readonly view: ViewContext; readonly session: Session };

/** The items of the order and their total. */
export function BasketLines({ view, session }: BasketProps) {
  const { language, words } = view;
  const { basket, amount } = session;
  const hidden = basket.length - SHOWN_ITEMS;
  return (
    <>
      <ul class="items">
        {basket.slice(0, SHOWN_ITEMS).map((item) => (
          <Line view={view} item={item} session={session} />
        ))}
        {hidden > 0 && <li>{words.order.moreItems(hidden)}</li>}
      </ul>
      <p class="total">
        <span>{words.order.total}</span> <strong>{formatMoney(amount, language)}</strong>
      </p>
    </>
  );
}

type LineProps = BasketProps & { readonly item: BasketItem };

/** Names may be written from right to left, and must not reorder the text beside them. */
function Line({ view, item, session }: LineProps) {
  const { language, words } = view;
  const quantity = item.qty ?? 1;
  const price =
    item.unit_price === undefined
      ? undefined
      : money(BigInt(item.unit_price) * BigInt(quantity), session.amount.currency);
  return (
    <li>
      <span class="item">
        <bdi>{item.name ?? words.order.unnamedItem}</bdi>{" "}
        <small>
          {item.brand_name !== undefined && <bdi>{item.brand_name}</bdi>}
          {item.brand_name !== undefined && quantity > 1 && " · "}
          {quantity > 1 && words.order.quantity(quantity)}
        </small>
      </span>
      {price !== undefined && <span class="price">{formatMoney(price, language)}</span>}
    </li>
  );
}
