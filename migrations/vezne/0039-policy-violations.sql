-- What browsers reported of the pages' content security policies, counted: a row a day for each page,
-- directive and origin. Pages without a payment session belong to no merchant; their rows have an
-- empty merchant and mode. The writer bounds the rows of a day, and rows are kept for 90 days.
create table policy_violation (
  merchant_id text not null,
  mode text not null,
  day date not null,
  page text not null,
  directive text not null,
  blocked text not null,
  reports bigint not null,
  last_at timestamptz not null,
  primary key (merchant_id, mode, day, page, directive, blocked)
);

-- Old days are removed across all merchants.
create index policy_violation_by_day on policy_violation (day);
