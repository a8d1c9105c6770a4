-- migration: locks session
-- The end of a hold: void, capture or keep; null: as the merchant's setting says.
alter table session add column on_hold_end text;
