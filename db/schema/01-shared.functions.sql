-- Trigger functions and calculations that several subjects use.

-- For rows that are facts: nobody changes or removes them.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% rows are append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- For optimistic locking: an edit form sends the version that it was opened with.
create or replace function raise_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;

-- Tells every server that a list has changed, by the name of its table.
create or replace function notify_list() returns trigger language plpgsql as $$
begin
  perform pg_notify('topdeck_lists', tg_table_name);
  return null;
end $$;

-- Lists are counted per block of 8192 ids (see counters): the block of a far page is then a sum of a few hundred numbers, not a walk
-- over all rows before it.
create or replace function block_of(id bigint) returns bigint immutable language sql return id >> 13;
