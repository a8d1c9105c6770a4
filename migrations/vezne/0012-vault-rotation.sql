-- Which vault keys each process that serves has at hand, so that a key is put in force only when all
-- of them have it. Old rows are of processes that are gone.
create table vault_process (
  process_id text primary key,
  name text not null,
  key_ids text[] not null,
  seen_at timestamptz not null
);

-- Cards that no payment was approved with: few, and looked for every minute.
create index stored_card_unsealed on stored_card (touched_at) where sealed is null;
