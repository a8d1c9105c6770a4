-- A capture or void that comes again with its key finds what its first call did.
alter table attempt add column idempotency_key text;
