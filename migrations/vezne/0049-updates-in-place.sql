-- A payment's row is inserted and updated soon after, in batches of up to 64. With half of each page
-- free, the update stays on the page and writes no index; with a fifth, half of all updates moved to
-- another page and wrote all four indexes again. An attempt's update writes indexes in any case, but
-- on its own page it needs no lock record of the old one. The setting holds for new pages only.
do $$
declare part regclass;
begin
  for part in select inhrelid::regclass from pg_inherits where inhparent = 'payment'::regclass loop
    execute format('alter table %s set (fillfactor = 50)', part);
  end loop;
end $$;

alter table attempt set (fillfactor = 60);
