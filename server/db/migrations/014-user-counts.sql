-- The number of living customers without a scan, in the counters of the money lists.

create function count_new_users() returns trigger language plpgsql as $$
begin
  insert into money_count_deltas (list, status, n)
  select 'users', 'living', count(*) from added where deleted_at is null having count(*) > 0;
  return null;
end $$;
create trigger users_count_new after insert on users
  referencing new table as added
  for each statement execute function count_new_users();

create function count_deleted_user() returns trigger language plpgsql as $$
begin
  insert into money_count_deltas (list, status, n)
  values ('users', 'living', case when new.deleted_at is null then 1 else -1 end);
  return null;
end $$;
create trigger users_count_deleted after update of deleted_at on users
  for each row when ((new.deleted_at is null) <> (old.deleted_at is null)) execute function count_deleted_user();

insert into money_counts (list, status, n) select 'users', 'living', count(*) from users where deleted_at is null having count(*) > 0;
