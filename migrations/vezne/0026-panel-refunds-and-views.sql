-- Refunds above a merchant's limit: one person asks, another decides.
create table refund_request (
  merchant_id text not null,
  request_id text not null,
  mode text not null check (mode in ('test', 'live')),
  order_id text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  reason text not null,
  -- Of the form that it was made with: sent twice, it is one request.
  form_key text not null,
  requested_by text not null,
  requester text not null,
  requested_at timestamptz not null,
  state text not null check (state in ('waiting', 'approved', 'rejected')),
  decided_by text,
  decider text,
  decided_at timestamptz,
  -- The refund that an approval made; null while it is made, and where it was refused.
  refund_id text,
  refusal text,
  primary key (merchant_id, request_id),
  check (decided_by is distinct from requested_by),
  check ((state = 'waiting') = (decided_by is null))
);

create unique index refund_request_by_form on refund_request (merchant_id, order_id, form_key);
create index refund_request_by_time on refund_request (merchant_id, mode, requested_at);

-- Filters of the list of payments that somebody gave a name.
create table panel_view (
  merchant_id text not null,
  view_id text not null,
  mode text not null check (mode in ('test', 'live')),
  user_id text not null,
  name text not null,
  query text not null,
  is_shared boolean not null,
  created_at timestamptz not null,
  primary key (merchant_id, view_id)
);
