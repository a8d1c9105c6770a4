-- migration: concurrently

-- The assignments that a process began and did not end; a job looks for them every few seconds.
create index concurrently line_assignment_open on line_assignment (merchant_id, order_id)
where not is_applied;
