-- Jobs take what is due in turns among merchants, so that the thousands of one leave room for the one
-- of another: each merchant's first is looked up by key. Attempts have such an index already.
drop index attempt_due;

create index session_watch_due_of_merchant on session_watch (merchant_id, due_at);
drop index session_watch_due;

create index statement_line_waiting_of_scope
  on statement_line (scope, seen_at, account, bank_key) where state = 'new';
drop index statement_line_waiting;
