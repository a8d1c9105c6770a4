-- Every state of a merchant's imported tables, written by the commit that changes the table. A row
-- is never changed; `rows` has the columns of the table without its keys.
create table table_version (
  merchant_id text not null references merchant,
  mode text not null,
  table_name text not null
    check (table_name in ('commission_rate', 'installment_limit', 'settlement_term')),
  version integer not null,
  changed_at timestamptz not null,
  -- The e-mail address of the user; null for the command line and for the service itself.
  changed_by text,
  added integer not null,
  removed integer not null,
  rows jsonb not null,
  primary key (merchant_id, mode, table_name, version)
);

insert into table_version
select merchant_id, mode, 'commission_rate', 1, max(imported_at), null, count(*), 0,
  jsonb_agg(to_jsonb(own) - array['merchant_id', 'mode', 'line', 'imported_at'] order by line)
from commission_rate as own group by merchant_id, mode;

insert into table_version
select merchant_id, mode, 'installment_limit', 1, max(imported_at), null, count(*), 0,
  jsonb_agg(to_jsonb(own) - array['merchant_id', 'mode', 'line', 'imported_at'] order by line)
from installment_limit as own group by merchant_id, mode;

insert into table_version
select merchant_id, mode, 'settlement_term', 1, clock_timestamp(), null, count(*), 0,
  jsonb_agg(to_jsonb(own) - array['merchant_id', 'mode', 'position'] order by position)
from settlement_term as own group by merchant_id, mode;

-- The time of a change is that of its version.
alter table commission_rate alter column imported_at set default clock_timestamp();
alter table installment_limit alter column imported_at set default clock_timestamp();
