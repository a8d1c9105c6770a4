import { SHARD_MOVED } from "../connection/database-error.ts";

/**
 * Holds a shard group on its node until the end of the transaction: no move of the group begins
 * before. It takes the lock by which Citus itself keeps a move and a write apart, and fails if the
 * group is not on this node. The owner of the tables runs it, because Citus asks for that.
 */
export const HOLD_SHARD = `
create or replace function public.hold_shard(shard bigint) returns void
language plpgsql security definer set search_path = pg_catalog as $body$
begin
  perform lock_shard_metadata(5, array[shard]);
  if not exists (
    select from pg_dist_placement join pg_dist_local_group using (groupid)
    where shardid = shard and shardstate = 1
  ) then
    raise exception 'the shard % is on another node', shard using errcode = '${SHARD_MOVED}';
  end if;
end $body$`;

/**
 * Lets each event carry the transaction of the node that stores it. The coordinator evaluates the
 * default of a column, and its transactions tell nothing of the order on a worker.
 */
export const WRITTEN_BY_NODE: readonly string[] = [
  `create or replace function public.note_writer() returns trigger
   language plpgsql set search_path = pg_catalog as $body$
   begin
     new.written_by := pg_current_xact_id();
     return new;
   end $body$`,
  "set citus.enable_unsafe_triggers = on",
  `do $body$ begin
     if not exists (select from pg_trigger where tgname = 'event_written_by') then
       create trigger event_written_by before insert on public.event
         for each row execute function public.note_writer();
     end if;
   end $body$`,
];
