import { expect, it } from "vitest";
import { routeOf } from "../support/statement-routes.ts";

it.each([
  ["local", "select * from panel_user where email = $1"],
  ["local", "select payment.a from bank.payment"],
  ["routed", "select * from payment where merchant_id = $1 and order_id = $2"],
  ["routed", "select * from payment p join attempt using (merchant_id) where p.merchant_id = $1"],
  ["routed", "insert into session (merchant_id, session_id) values ($1, $2)"],
  [
    "routed",
    "insert into refund (a, merchant_id) select a, merchant_id from payment where merchant_id = $1",
  ],
  ["routed", "update payment set a = 1 where (merchant_id, order_id) = ($1, $2)"],
  [
    "routed",
    `with x as (select merchant_id
      from payment
      where merchant_id = $1)
      select from x
      join attempt using (merchant_id)`,
  ],
  [
    "routed",
    `select
      from payment
      where merchant_id = $1
      and exists (select
      from attempt
      where attempt.merchant_id = payment.merchant_id)`,
  ],
  [
    "grouped",
    "select from unnest($1::text[]) as input (merchant_id) join session using (merchant_id)",
  ],
  [
    "grouped",
    `with input as (select *
      from unnest($1::text[], $2::text[]) as i (merchant_id, b)), moved as (update payment set a = b
      from input
      where payment.merchant_id = input.merchant_id
      returning payment.*)
      insert into event (merchant_id, c)
      select merchant_id, c
      from moved`,
  ],
])("proves that a statement is %s: %s", (kind, text) => {
  expect(routeOf(text)).toEqual({ kind });
});

it.each([
  ["payment", "select * from payment where order_id = $1"],
  ["attempt", "select from payment join attempt using (order_id) where payment.merchant_id = $1"],
  ["payment", "select from payment where merchant_id = $1 or a"],
  [
    "payment",
    `select
      from payment
      where a or exists (select
      from attempt
      where attempt.merchant_id = payment.merchant_id
      and attempt.merchant_id = $1)`,
  ],
  [
    "attempt",
    "select from payment full join attempt using (merchant_id) where payment.merchant_id = $1",
  ],
  [
    "event",
    `with recursive e as (select merchant_id
      from event
      union all select event.merchant_id
      from e
      join event using (merchant_id))
      select from e`,
  ],
  ["event", "delete from event"],
])("finds the table %s without a merchant: %s", (table, text) => {
  expect(routeOf(text)).toEqual({ kind: "unrouted", tables: [table] });
});
