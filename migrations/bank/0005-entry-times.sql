-- migration: concurrently
-- The list of a terminal's bookings is read page by page, by their times.
create index concurrently entry_by_time on bank.entry (terminal, booked_at, request_id);
