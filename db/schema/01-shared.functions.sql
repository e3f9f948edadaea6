create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% rows are append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- Optimistic locking: an edit form sends the version that it was opened with.
create or replace function raise_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;

create or replace function notify_list() returns trigger language plpgsql as $$
begin
  perform pg_notify('topdeck_lists', tg_table_name);
  return null;
end $$;

-- Lists are counted per block of 8192 ids, so that a far page is found by a sum of a few hundred numbers.
create or replace function block_of(id bigint) returns bigint immutable language sql return id >> 13;

-- A version whose lower half counts what orders move (money, stock), so that a change of that alone can be told from an edit.
create or replace function version_with_moves(p_version integer, p_moves bigint) returns bigint language sql immutable parallel safe
  return (p_version::bigint << 32) + p_moves;
