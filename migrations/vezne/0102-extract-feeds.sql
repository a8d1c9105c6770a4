-- migration: locks bank_feed, sandbox_extract
-- The connection whose settlement extracts a feed brings; null for one that brings lines of accounts.
alter table bank_feed add column extracts_of text;

-- A delivery of the test bank counts once its file is imported; another process begins it anew when
-- the claim ends.
alter table sandbox_extract
  alter column delivered_until drop not null,
  add column claimed_until timestamptz;
