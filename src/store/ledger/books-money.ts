import { REFUND_STATES, isAtBank } from "../../domain/refund/states.ts";
import { statesAwaiting } from "../../domain/payment/states.ts";
import { quoted } from "../../database/mapping/quoted.ts";
import { LINE_ENTRIES } from "../../domain/transfer/line-entry.ts";
import {
  isSettlementEntry,
  LINE_REFERENCE,
  settlementAttemptIn,
  settlementKindIn,
} from "../../database/mapping/packed-references.ts";
import { PAYOUT_KIND } from "../../database/mapping/payout-kind.ts";
import { moved, REMOVED_PAYMENTS, type BooksQuery } from "./books-differences.ts";

// The postings of an attempt move its whole amount if the bank approved it, and nothing otherwise.
// If a person completed a payment with an arrived transfer, they move the assigned amount. An
// approval that the bank took back counts until a person has cleared it. An undo takes back a
// charge that was never posted. A bank declines the void of a hold that is over, which ends the
// hold all the same.
const ATTEMPTS = `
  with booked as (
    select merchant_id, attempt_id, order_id, currency,
      ${moved("card_holds")} - ${moved("merchant_payable")} as taken,
      sum(amount) filter (where credit = 'card_holds') as released,
      ${moved("merchant_payable")} as returned
    from posting where order_id is not null and not ${isSettlementEntry("attempt_id")}
    group by merchant_id, attempt_id, order_id, currency
  ),
  compared as (
    select attempt_id, attempt.order_id, kind, state,
      case when kind <> 'undo'
        and (state = 'approved' or state = 'needs_person' and person_reason = 'taken_back'
          or kind = 'void' and state = 'declined' and released is not null)
        then coalesce(assigned, attempt.amount) else 0 end as expected,
      coalesce(case kind when 'void' then released when 'refund' then returned
        when 'capture' then -returned else taken end, 0) as moved
    from (
      select attempt.*, case when kind = 'authorize' then assignment.amount end as assigned
      from attempt left join line_assignment as assignment using (merchant_id, order_id)
    ) as attempt
    full join booked using (merchant_id, attempt_id, order_id, currency)
  )
  select attempt_id as subject, case
      when order_id is null then 'postings without such an attempt'
      else 'the ' || kind || ' is ' || state || ' and is to move ' || expected || ', the postings move '
        || moved
    end as problem
  from compared where order_id is null or expected <> moved`;

// Payments and refunds under way without an attempt that is open or stands before a person: neither
// recovery nor a person would ever ask the bank about them. The query groups the union instead of
// joining, because its time then only depends on the size of the tables and not on the planner's
// guess about rare states.
const FORGOTTEN = `
  with expected as (
    select merchant_id, order_id as asked_by, order_id as subject, state,
      'no attempt of it is open' as problem
    from payment
    where state not in (${quoted(statesAwaiting("merchant", "nothing"))})
    union all
    select merchant_id, attempt_id, refund_id, state, 'its attempt is not open'
    from refund where state in (${quoted(REFUND_STATES.filter(isAtBank))})
    union all
    select merchant_id, unnest(array[order_id, attempt_id]), null, null, null
    from attempt where state in ('open', 'needs_person')
  )
  select min(subject) as subject, 'it is ' || min(state) || ', and ' || min(problem) as problem
  from expected group by merchant_id, asked_by having count(*) = count(state)`;

// A line may still be `new` although it completed a payment, if the process died before it wrote
// the verdict.
const TRANSFERS = `
  with ${REMOVED_PAYMENTS},
  expected as (
    select distinct merchant_id, order_id, account || '/' || bank_key as line, amount, currency
    from statement_line where state = 'matched'
  ),
  paid as (
    select merchant_id, order_id, bank_reference as line, attempt.amount, attempt.currency
    from payment join attempt using (merchant_id, order_id)
    where payment_type = 'bank_transfer' and kind = 'authorize' and attempt.state = 'approved'
      and not exists (
        select from line_assignment as used
        where used.merchant_id = payment.merchant_id and used.order_id = payment.order_id
      )
  )
  select order_id as subject, case
      when paid.merchant_id is null
        then amount || ' of line ' || line || ' are said to pay for it, and it was not paid by that'
      else 'it was paid with ' || amount || ' by ' || coalesce('line ' || line, 'no line')
        || ', and no line says so'
    end as problem
  from expected full join paid using (merchant_id, order_id, line, amount, currency)
  left join removed using (merchant_id, order_id)
  where paid.merchant_id is null and is_removed is null
    or expected.merchant_id is null and not exists (
      select from statement_line where state = 'new' and account || '/' || bank_key = line
    )`;

const SUSPENSE = `
  with line as (
    select merchant_id, mode, state, amount, currency, ${LINE_REFERENCE} as name,
      amount - coalesce((
        select sum(used.amount) from line_assignment as used
        where is_applied and (used.account, used.bank_key, used.scope)
          = (line.account, line.bank_key, line.scope)
      ), 0) as remaining
    from statement_line as line where merchant_id is not null
  ),
  expected as (
    select merchant_id, mode, amount, currency, '${LINE_ENTRIES.arrived} ' || name as entry,
      false as is_out
    from line where state in ('unmatched', 'assigned', 'returned')
    union all
    select merchant_id, mode, remaining, currency, '${LINE_ENTRIES.returned} ' || name, true
    from line where state = 'returned'
  ),
  booked as (
    select merchant_id, mode, amount, currency, attempt_id as entry, debit = 'suspense' as is_out
    from posting where order_id is null
  )
  select entry as subject, case
      when expected.amount is null then 'postings without such a line'
      else 'its ' || expected.amount || ' did not go ' || case when is_out then 'out of' else 'into' end
        || ' suspense'
    end as problem
  from expected full join booked using (merchant_id, mode, amount, currency, entry, is_out)
  where expected.amount is null or booked.amount is null`;

// A payment that a person completed with a line took the assigned amount out of suspense.
const ASSIGNMENTS = `
  with expected as (
    select merchant_id, mode, order_id, amount from line_assignment where is_applied
  ),
  booked as (
    select merchant_id, mode, order_id, sum(amount) as amount from posting
    where debit = 'suspense' and order_id is not null group by merchant_id, mode, order_id
  )
  select order_id as subject, case
      when expected.amount is null then booked.amount || ' came out of suspense without a line'
      else expected.amount || ' of a line were assigned to it, and '
        || coalesce(booked.amount, 0) || ' came out of suspense'
    end as problem
  from expected full join booked using (merchant_id, mode, order_id)
  where expected.amount is distinct from booked.amount and not exists (
    select from line_assignment as begun
    where begun.merchant_id = coalesce(expected.merchant_id, booked.merchant_id)
      and begun.order_id = coalesce(expected.order_id, booked.order_id) and not is_applied
  )`;

// After its settlement the acquirer owes nothing for a line, whatever commission it kept. A booking
// that it took back, and made again, has postings in both directions.
const SETTLEMENTS = `
  with posted as (
    select merchant_id, mode, currency, debit, credit, amount,
      ${isSettlementEntry("attempt_id")} as is_settlement,
      case when ${isSettlementEntry("attempt_id")} then ${settlementKindIn("attempt_id")}
        else ${PAYOUT_KIND} end as kind,
      case when ${isSettlementEntry("attempt_id")} then ${settlementAttemptIn("attempt_id")}
        else attempt_id end as attempt_id
    from posting where order_id is not null
  ),
  booked as (
    select merchant_id, mode, currency, kind, attempt_id, bool_or(is_settlement) as is_settled,
      ${moved("acquirer_receivable")} as owed,
      sum(${moved("acquirer_receivable")}) over (
        partition by merchant_id, mode, currency, attempt_id
      ) as owed_both_ways,
      coalesce(${moved("bank_account")} filter (where is_settlement), 0) as paid
    from posted group by merchant_id, mode, currency, kind, attempt_id
  ),
  expected as (
    select merchant_id, mode, currency, kind, attempt_id, is_whole,
      case kind when 'sale' then gross - commission else commission - gross end as paid
    from (
      select merchant_id, mode, currency, kind, attempt_id, gross, commission, true as is_whole
      from settlement_line
      union all
      select merchant_id, mode, currency, kind, attempt_id, sum(gross), sum(commission), false
      from settlement_part group by merchant_id, mode, currency, kind, attempt_id
    ) as settled
  )
  select attempt_id as subject, case
      when expected.paid is null then 'postings of a settlement without a line of one'
      when booked.paid is null then 'a settled ' || kind || ' without postings'
      when expected.paid <> booked.paid
        then 'the bank paid ' || expected.paid || ' for the ' || kind || ', the postings ' || booked.paid
      else 'it is settled, and the acquirer owes ' || owed || ' of it'
    end as problem
  from expected full join booked using (merchant_id, mode, currency, kind, attempt_id)
  where case when expected.paid is null then is_settled
    else booked.paid is null or expected.paid <> booked.paid
      or owed <> 0 and owed_both_ways <> 0 and (is_whole or owed < 0) end`;

/** Compare the banks' answers, statement lines and settled lines with the postings. */
export const MONEY_QUERIES: readonly BooksQuery[] = [
  { check: "attempts", text: ATTEMPTS },
  { check: "attempts", text: FORGOTTEN },
  { check: "transfers", text: TRANSFERS, kept: "payment" },
  { check: "transfers", text: SUSPENSE },
  { check: "transfers", text: ASSIGNMENTS },
  { check: "settlements", text: SETTLEMENTS },
];
