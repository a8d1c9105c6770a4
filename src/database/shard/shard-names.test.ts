import { expect, it } from "vitest";
import { inShard } from "./shard-names.ts";

const GROUP = {
  names: new Map([
    ["payment", "payment_7"],
    ["session", "session_7"],
    ["session_payment", "session_payment_7"],
  ]),
  copies: new Map([["merchant", "merchant_3"]]),
};

it.each([
  ["select * from payment", "select * from payment_7 as payment"],
  [
    "select from payment where payment.a = 1",
    "select from payment_7 as payment where payment.a = 1",
  ],
  ["select from payment p", "select from payment_7 p"],
  [
    "select from payment as p join session s on a",
    "select from payment_7 as p join session_7 s on a",
  ],
  ["select from a join session using (b)", "select from a join session_7 as session using (b)"],
  ["insert into payment (a) values (1)", "insert into payment_7 as payment (a) values (1)"],
  ["update session_payment set a = 1", "update session_payment_7 as session_payment set a = 1"],
  [
    "delete from session using payment",
    "delete from session_7 as session using payment_7 as payment",
  ],
  ["select from s for update of payment", "select from s for update of payment"],
  ["select a is distinct from payment.a from b", "select a is distinct from payment.a from b"],
  [
    "with payment as (select 1) select from payment",
    "with payment as (select 1) select from payment",
  ],
  ["select from (select 1) as session", "select from (select 1) as session"],
  ["select from paymenty", "select from paymenty"],
  ["copy payment (a) from stdin", "copy payment_7 (a) from stdin"],
  ["select from merchant join payment p", "select from merchant_3 as merchant join payment_7 p"],
])("puts the shards in place of the tables: %s", (text, expected) => {
  expect(inShard(text, GROUP)).toBe(expected);
});

it.each([
  "copy merchant (a) from stdin",
  "update merchant set a = 1",
  "insert into merchant values (1)",
  "delete from merchant",
])("refuses to write one copy of a reference table: %s", (text) => {
  expect(() => inShard(text, GROUP)).toThrow("merchant is written through the coordinator only");
});
