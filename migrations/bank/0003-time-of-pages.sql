-- How far the terminal's time was ahead of the bank's when it last asked for the page, in
-- milliseconds: the page goes by the terminal's.
alter table bank.challenge add column ahead_ms bigint not null default 0;
alter table bank.hosted_payment add column ahead_ms bigint not null default 0;
