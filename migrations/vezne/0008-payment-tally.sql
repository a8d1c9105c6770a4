-- How many payments there are of each kind and what their sessions sum to, for each quarter of an
-- hour, day and month of UTC in which they were created; every time zone's days are whole quarters.
-- `refunded` counts those of which any money was returned.
create table payment_tally (
  merchant_id text not null,
  mode text not null,
  span text not null check (span in ('quarter', 'day', 'month')),
  begins_at timestamptz not null,
  payment_type text not null,
  status text not null,
  currency text not null,
  payments bigint not null,
  amount numeric not null,
  refunded bigint not null,
  primary key (merchant_id, mode, span, begins_at, payment_type, status, currency)
) with (fillfactor = 70);

-- What is still to be added to it. Each row is written in the commit of the payments that it counts,
-- and goes into the tally in one statement, so that at any moment the two together are exact.
create table payment_tally_change (
  merchant_id text not null,
  mode text not null,
  quarter timestamptz not null,
  payment_type text not null,
  status text not null,
  currency text not null,
  payments bigint not null,
  amount numeric not null,
  refunded bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

create index payment_tally_change_by_quarter
  on payment_tally_change (merchant_id, mode, quarter);

insert into payment_tally_change
select merchant_id, mode, date_bin('15 minutes', created_at, 'epoch'), payment_type,
  case
    when state in ('completed', 'failed', 'cancelled', 'refunded', 'authorized') then state
    when state in ('capturing', 'voiding') then 'authorized'
    when state = 'awaiting_transfer' then 'pending'
    else 'processing'
  end,
  currency, count(*), sum(amount), count(*) filter (where refunded_amount > 0)
from payment
group by 1, 2, 3, 4, 5, 6;
