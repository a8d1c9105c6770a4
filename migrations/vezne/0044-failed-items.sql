-- Items of the service's own jobs whose work fails: a recovery, a delivery, a line of a statement, and
-- so on. The job passes over them until their time has come, and a person sees them here.
create table failed_item (
  -- Empty for an item that belongs to no merchant.
  merchant_id text not null,
  kind text not null,
  item_id text not null,
  tries integer not null check (tries > 0),
  error text not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  due_at timestamptz not null,
  -- The item itself, where no other table keeps it.
  content text,
  primary key (merchant_id, kind, item_id)
);

create index failed_item_by_kind on failed_item (kind, due_at);
