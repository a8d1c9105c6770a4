-- migration: in batches
-- Kept answers of registrations have the endpoint's secret in clear; later ones are encrypted.
delete from idempotency
where ctid >= $1 and ctid < $2
  and scope in ('test /api/v1/webhook-endpoints', 'live /api/v1/webhook-endpoints');
