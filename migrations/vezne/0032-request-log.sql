-- What merchants' programs asked and were answered, without card data, keys or anything about a
-- person; kept for some weeks. What lists and filters need is in the key's index.
create table api_request (
  merchant_id text not null,
  mode text not null check (mode in ('test', 'live')),
  -- Sorts by time.
  entry_id text not null,
  at timestamptz not null,
  method text not null,
  path text not null,
  status smallint not null,
  code text,
  duration_us integer not null,
  key_last_four text,
  request_id text not null,
  -- Of the client, as limits count by it.
  network text,
  session_id text,
  order_id text,
  request_body text,
  response_body text,
  is_request_cut boolean not null,
  is_response_cut boolean not null,
  primary key (merchant_id, mode, entry_id)
    include (at, method, path, status, code, key_last_four)
);

create index api_request_failed on api_request (merchant_id, mode, entry_id)
  include (at, method, path, status, code, key_last_four)
  where status >= 400 or code is not null;
create index api_request_by_request on api_request (merchant_id, request_id);
create index api_request_by_session on api_request (merchant_id, session_id)
  where session_id is not null;
create index api_request_by_time on api_request (at);
