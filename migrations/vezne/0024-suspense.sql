-- A line that paid for nothing and was sent back to its sender.
alter table statement_line
  drop constraint statement_line_state_check,
  add constraint statement_line_state_check
    check (state in ('new', 'matched', 'unmatched', 'returned')),
  add column returned_as text;
