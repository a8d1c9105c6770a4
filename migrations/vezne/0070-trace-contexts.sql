-- The places in traces at which later work goes on: the delivery of an event, the recovery of an
-- attempt. A row exists only for payments that are traced. The table is unlogged, because a lost
-- row costs nothing but the connection of two spans.
create unlogged table trace_context (
  merchant_id text not null,
  subject_id text not null,
  traceparent text not null,
  tracestate text,
  created_at timestamptz not null,
  primary key (merchant_id, subject_id)
);

-- The job that removes old rows reads the oldest ones.
create index trace_context_created on trace_context (created_at);
