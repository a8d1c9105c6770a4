import { statesOf } from "../../domain/payment/states.ts";
import { isReserved, REFUND_STATES } from "../../domain/refund/states.ts";
import type { MonthTable } from "../../database/mapping/kept-months.ts";
import { quoted } from "../../database/mapping/quoted.ts";
import {
  auditContent,
  auditKey,
  eventContent,
  leafHashOf,
  NO_MERCHANT,
  postingContent,
  postingKey,
} from "./leaf-content.ts";

/** A query that returns `subject` and `problem` for each contradiction that it finds. */
export type BooksQuery = {
  readonly check: string;
  readonly text: string;
  /** The table whose oldest kept moment is the parameter `$1`; absent: the query has none. */
  readonly kept?: MonthTable;
};

/** The orders whose payments were removed with their months. */
export const REMOVED_PAYMENTS = `
  removed as (
    select merchant_id, order_id, true as is_removed from session_payment
    where $1::timestamptz > '-infinity' and created_at < $1
  )`;

/** SQL for the debits of an account less its credits, in minor units. */
export const moved = (account: string): string =>
  `sum(case '${account}' when debit then amount when credit then -amount else 0 end)`;

const POSTINGS = `
  with ${REMOVED_PAYMENTS},
  booked as (
    select merchant_id, order_id, mode, currency, -${moved("merchant_payable")} as kept,
      ${moved("card_holds")} as held,
      coalesce(${moved("merchant_payable")} filter (where kind = 'refund'), 0) as returned
    from posting
    left join (select merchant_id, attempt_id, kind from attempt) as posted_by
      using (merchant_id, attempt_id)
    where order_id is not null
    group by merchant_id, order_id, mode, currency
  ),
  expected as (
    select merchant_id, order_id, mode, currency, captured_amount - refunded_amount as kept,
      case when state in (${quoted(statesOf("authorized"))}) then charged_amount else 0 end
        as held,
      refunded_amount as returned
    from payment
  )
  select coalesce(expected.order_id, booked.order_id) as subject, case
      when expected.order_id is null then 'postings without such a payment'
      when coalesce(booked.kept, 0) <> expected.kept
        then 'the payment keeps ' || expected.kept || ', the postings ' || coalesce(booked.kept, 0)
      when coalesce(booked.held, 0) <> expected.held
        then 'the payment holds ' || expected.held || ', the postings ' || coalesce(booked.held, 0)
      else 'the payment returned ' || expected.returned || ', the postings '
        || coalesce(booked.returned, 0)
    end as problem
  from expected full join booked using (merchant_id, order_id, mode, currency)
  left join removed using (merchant_id, order_id)
  where expected.order_id is null and is_removed is null
    or coalesce(booked.kept, 0) <> expected.kept
    or coalesce(booked.held, 0) <> expected.held
    or coalesce(booked.returned, 0) <> expected.returned`;

const RESERVED = quoted(REFUND_STATES.filter(isReserved));

const REFUNDS = `
  with made as (
    select merchant_id, order_id,
      coalesce(sum(amount) filter (where state = 'succeeded'), 0) as refunded,
      coalesce(sum(amount) filter (where state in (${RESERVED})), 0)
        as reserved
    from refund group by merchant_id, order_id
  ),
  expected as (
    select * from payment
    where refunded_amount > 0 or refund_reserved > 0 or captured_amount > charged_amount
      or state = 'refunded'
      or (merchant_id, order_id) in (select merchant_id, order_id from made)
  )
  select expected.order_id as subject, 'its refunds are ' || coalesce(refunded, 0) || ' and '
      || coalesce(reserved, 0) || ' under way; the payment has ' || refunded_amount || ' and '
      || refund_reserved || ' of ' || captured_amount || ' and is ' || state as problem
  from expected left join made using (merchant_id, order_id)
  where coalesce(refunded, 0) <> refunded_amount or coalesce(reserved, 0) <> refund_reserved
    or refunded_amount + refund_reserved > captured_amount or captured_amount > charged_amount
    or (state = 'refunded') <> (refunded_amount > 0 and refunded_amount = captured_amount)`;

const SEALED_POSTINGS = `
  select coalesce(posting.attempt_id || '/' || posting.line, leaf.key) as subject, case
      when leaf.key is null then 'was written around the service: no seal holds it'
      when posting.attempt_id is null then 'was sealed and is gone'
      else 'is not what was sealed'
    end as problem
  from (
    select * from sealed_leaf where key not like 'evt\\_%' and key not like 'audit/%'
  ) as leaf
  full join posting
    on posting.merchant_id = leaf.merchant_id and ${postingKey("posting")} = leaf.key
  where leaf.key is null and not exists (
      select from posting_unsealed as waiting
      where waiting.merchant_id = posting.merchant_id
        and waiting.attempt_id = posting.attempt_id and waiting.line = posting.line
    )
    or leaf.key is not null and (posting.attempt_id is null
      or leaf.hash <> ${leafHashOf(postingContent("posting"))})`;

const SEALED_ENTRIES = `
  select coalesce(panel_audit.entry_id, leaf.key) as subject, case
      when leaf.key is null then 'was written around the service: no seal holds it'
      when panel_audit.entry_id is null then 'was sealed and is gone'
      else 'is not what was sealed'
    end as problem
  from (select * from sealed_leaf where key like 'audit/%') as leaf
  full join panel_audit
    on coalesce(panel_audit.merchant_id, '${NO_MERCHANT}') = leaf.merchant_id
      and ${auditKey("panel_audit")} = leaf.key
  where leaf.key is null and not exists (
      select from audit_unsealed as waiting where waiting.entry_id = panel_audit.entry_id
    )
    or leaf.key is not null and (panel_audit.entry_id is null
      or leaf.hash <> ${leafHashOf(auditContent("panel_audit"))})`;

const SEALED_EVENTS = `
  with removed as (
    select merchant_id, event_id as key, true as is_removed from event_feed
    where $1::timestamptz > '-infinity' and created_at < $1
  )
  select leaf.key as subject, case
      when event.event_id is null then 'was sealed and is gone' else 'is not what was sealed'
    end as problem
  from (select * from sealed_leaf where key like 'evt\\_%') as leaf
  left join event on event.merchant_id = leaf.merchant_id and event.event_id = leaf.key
  left join removed on removed.merchant_id = leaf.merchant_id and removed.key = leaf.key
  where case when event.event_id is null then is_removed is null
    else leaf.hash <> ${leafHashOf(eventContent("event"))} end`;

// Events that no seal holds, at or before the feed position of their merchant's newest seal. Seals
// take events in the order of the feed, so these will never be sealed.
const PASSED_EVENTS = `
  select feed.event_id as subject, 'seals went past it: no seal holds it' as problem
  from event_feed as feed
  join (
    select distinct on (merchant_id) merchant_id, test_position, live_position from seal
    order by merchant_id, number desc
  ) as newest using (merchant_id)
  where feed.position <= case feed.mode when 'test' then test_position else live_position end
    and not exists (
      select from sealed_leaf as leaf
      where leaf.merchant_id = feed.merchant_id and leaf.key = feed.event_id
    )`;

// Seals that were deleted. If they were the last of a chain, the rest of it is still consistent,
// but the leaves of the deleted seals are left over.
const LOST_SEALS = `
  select merchant_id || ' seal ' || number as subject,
    'it is gone, and ' || count(*) || ' of its entries are there' as problem
  from sealed_leaf as leaf
  where not exists (
    select from seal where seal.merchant_id = leaf.merchant_id and seal.number = leaf.number
  )
  group by merchant_id, number`;

// The facts of a payment that never change: first as its events hold them, then as its own row
// holds them. Reports read the row only.
const FACTS = `concat_ws(' ', data ->> 'amount', data ->> 'charged_amount', data ->> 'currency',
    data ->> 'payment_type', event.mode)`;
const FACTS_OF_PAYMENT = `concat_ws(' ', payment.amount, payment.charged_amount, payment.currency,
    payment.payment_type, payment.mode)`;

const EVENT_FACTS = `
  with ${REMOVED_PAYMENTS}
  select event.order_id as subject, case
      when payment.order_id is null then 'an event is of it, and there is no such payment'
      else 'an event says ' || ${FACTS} || ' of ' || (data ->> 'created_at') || ', the payment '
        || ${FACTS_OF_PAYMENT} || ' of ' || payment.created_at
    end as problem
  from event left join payment using (merchant_id, order_id)
  left join removed using (merchant_id, order_id)
  where event.type like 'payment.%' and case when payment.order_id is null then is_removed is null
    else ${FACTS} <> ${FACTS_OF_PAYMENT}
      or (data ->> 'created_at')::timestamptz <> payment.created_at end`;

export const BOOKS_QUERIES: readonly BooksQuery[] = [
  { check: "postings", text: POSTINGS, kept: "payment" },
  { check: "refunds", text: REFUNDS },
  { check: "entries", text: SEALED_POSTINGS },
  { check: "entries", text: SEALED_EVENTS, kept: "event" },
  { check: "audit", text: SEALED_ENTRIES },
  { check: "entries", text: PASSED_EVENTS },
  { check: "seals", text: LOST_SEALS },
  { check: "amounts", text: EVENT_FACTS, kept: "payment" },
];
