-- migration: locks statement_line
-- The user of the panel who uploaded a line of a statement; null for lines of the operator's machine,
-- of a bank's feed, and of before.
alter table statement_line add column uploaded_by text;
