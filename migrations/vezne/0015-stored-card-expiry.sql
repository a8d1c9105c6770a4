-- Cards that expired long ago are erased; the oldest are found from this end.
create index stored_card_by_expiry on stored_card (expire_year, expire_month)
  where sealed is not null;
