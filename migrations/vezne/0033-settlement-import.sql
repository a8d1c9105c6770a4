-- Settlement files that were compared with the books, with what was found; kept for the people who ask the bank.
create table settlement_import (
  merchant_id text not null,
  import_id bigint generated always as identity,
  mode text not null check (mode in ('test', 'live')),
  imported_at timestamptz not null,
  imported_by text not null,
  lines integer not null,
  settled integer not null,
  difference_count integer not null,
  -- The first of them.
  differences jsonb not null,
  primary key (merchant_id, import_id)
);
