-- migration: locks attempt
-- True for a refund that the bank made by voiding the sale; it settles neither of them.
alter table attempt add column is_void boolean;
