-- Each restore of this database from a backup. Until ended_at is set, no payment, refund, capture or
-- void begins, because the banks may have booked what the data lack.
create table restoration (
  restored_at timestamptz primary key,
  -- The moment of the backup.
  data_until timestamptz not null,
  ended_at timestamptz
);

-- The last comparison of a connection's bookings with the attempts, and whether its bank lists them.
alter table movement_check add column compared_at timestamptz, add column has_list boolean;
