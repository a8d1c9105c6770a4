-- A part of an unmatched line that a person assigned to a payment. The row is written before the
-- payment moves and marked when it has moved, so that no part of a line is used twice.
create table line_assignment (
  merchant_id text not null references merchant,
  order_id text not null,
  mode text not null,
  scope text not null,
  account text not null,
  bank_key text not null,
  amount bigint not null check (amount > 0),
  is_applied boolean not null default false,
  assigned_at timestamptz not null,
  primary key (merchant_id, order_id)
);

create index line_assignment_by_line on line_assignment (account, bank_key, scope);

-- `assigned`: the whole amount of the line was assigned to payments.
alter table statement_line
  drop constraint statement_line_state_check,
  add constraint statement_line_state_check
    check (state in ('new', 'matched', 'unmatched', 'assigned', 'returned'));
