-- Keys besides a merchant's main one, each with a name and only the rights that it was given.
alter table api_key
  -- Null: the main key, which has every right.
  add column name text check (length(name) between 1 and 80),
  add column rights text[],
  -- CIDR networks that the key may be used from; empty: from everywhere.
  add column networks text[] not null default '{}',
  -- Who made the key; null where that was not written down.
  add column created_by text,
  -- The network of the last use.
  add column used_from text,
  -- From when on refunds by this key may exceed the merchant's approval limit; null: never.
  add column above_limit_from timestamptz,
  add check ((name is null) = (rights is null));

-- Keys that exist refund without a limit, as before.
update api_key set above_limit_from = created_at;
