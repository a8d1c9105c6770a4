-- With the position in it, what is due next is read in its order: a claim stops after what it takes,
-- however many wait behind.
drop index webhook_delivery_due;
create index webhook_delivery_due
  on webhook_delivery (merchant_id, endpoint_id, due_at, position)
  where due_at is not null;
