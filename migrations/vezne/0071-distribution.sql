-- How far the tables are distributed over the servers of a Citus cluster. The only row exists from
-- the moment that `vezne migrate --distributed` begins. Without a row the database is a plain
-- PostgreSQL.
create table distribution (
  only_row boolean primary key default true check (only_row),
  shards smallint not null,
  begun_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz
);
