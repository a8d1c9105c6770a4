-- Finds deliveries whose time in the log is over.
create index webhook_delivery_settled on webhook_delivery (settled_at)
  where settled_at is not null;
