-- Where a merchant is told of its events of one mode.
create table webhook_endpoint (
  merchant_id text not null references merchant,
  endpoint_id text not null,
  mode text not null check (mode in ('test', 'live')),
  url text not null,
  description text not null,
  -- Null: every type.
  event_types text[],
  -- Its own secrets with their ends; without any, the merchant's secret signs.
  secrets jsonb not null,
  disabled_reason text,
  disabled_at timestamptz,
  -- Attempts that failed since the last one that did not, and since when.
  failures integer not null default 0,
  failing_since timestamptz,
  created_at timestamptz not null,
  primary key (merchant_id, endpoint_id)
) with (fillfactor = 70);

-- An event on its way to an endpoint. A lane is an order, or a session that has none: within it, no
-- event is tried before the one before it was delivered or given up.
create table webhook_delivery (
  merchant_id text not null,
  endpoint_id text not null,
  event_id text not null,
  lane text not null,
  position bigint not null,
  state text not null check (state in ('waiting', 'sending', 'delivered', 'failed', 'paused')),
  attempts smallint not null default 0,
  -- When it is to be tried; while it is being tried, when another process may try.
  due_at timestamptz,
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (merchant_id, endpoint_id, event_id),
  check ((due_at is not null) = (state in ('waiting', 'sending')))
) with (fillfactor = 70);

create index webhook_delivery_due on webhook_delivery (merchant_id, endpoint_id, due_at)
  where due_at is not null;
create index webhook_delivery_lane on webhook_delivery (merchant_id, endpoint_id, lane, position)
  where due_at is not null;

-- Every attempt, with what was answered.
create table webhook_attempt (
  merchant_id text not null,
  endpoint_id text not null,
  event_id text not null,
  started_at timestamptz not null,
  number smallint not null,
  request_headers jsonb not null,
  duration_ms integer not null,
  -- Null where nothing was answered; then `error` says why.
  status smallint,
  response_headers jsonb,
  response_body text,
  error text
);

create index webhook_attempt_by_event
  on webhook_attempt (merchant_id, endpoint_id, event_id, started_at);
create index webhook_attempt_by_time on webhook_attempt (started_at);
