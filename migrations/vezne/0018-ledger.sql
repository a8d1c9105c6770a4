-- The books. An entry that concerns no payment has no order, and attempt_id names what it is of.
alter table posting
  alter column order_id drop not null,
  -- When the acquirer is to pay it out, in Turkey's calendar; null where that is not known.
  add column value_date date;

-- What is written is never changed. Privileges cost nothing on the payment path, and unlike triggers
-- they stay with a table that is distributed. Of an event only what is personal may be erased, and the
-- mark of its transaction is set anew after a restore.
revoke update, delete, truncate on posting from public, current_user;
revoke update, delete, truncate on event from public, current_user;
grant update (data, written_by) on event to current_user;

-- Postings that no seal holds yet: written in their commit, deleted in that of their seal. Events need
-- no such list, for their places in the feed are it.
create table posting_unsealed (
  merchant_id text not null,
  attempt_id text not null,
  line smallint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

insert into posting_unsealed select merchant_id, attempt_id, line from posting;

-- A batch of a merchant's postings and events. root is that of the Merkle tree (RFC 6962) of their
-- hashes; chain_hash is over this row and the chain_hash of the seal before it.
create table seal (
  merchant_id text not null,
  number integer not null,
  leaves integer not null check (leaves > 0),
  root bytea not null,
  previous_hash bytea not null,
  chain_hash bytea not null,
  -- Up to which place of the feed events are sealed.
  test_position bigint not null,
  live_position bigint not null,
  sealed_at timestamptz not null,
  primary key (merchant_id, number)
);

-- key is an event's id, or a posting's attempt_id and line.
create table sealed_leaf (
  merchant_id text not null,
  key text not null,
  number integer not null,
  place integer not null,
  hash bytea not null,
  primary key (merchant_id, key)
);

create index sealed_leaf_by_seal on sealed_leaf using brin (number);

revoke update, delete, truncate on seal, sealed_leaf from public, current_user;
