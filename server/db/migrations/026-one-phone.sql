-- '+8801…' and '01…' are one telephone, so they are one customer.
create function phone_key(p_digits text) returns text language sql immutable parallel safe
  return case when p_digits like '8801%' then substr(p_digits, 3) else p_digits end;

do $$
declare
  v_twins text;
begin
  select string_agg(format('%s (%s)', ids, phone_key), '; ' order by phone_key) into v_twins
  from (
    select phone_key(phone_digits) as phone_key, string_agg(id::text, ' and ' order by id) as ids
    from users where deleted_at is null
    group by 1 having count(*) > 1
  ) as twins;
  if v_twins is not null then
    raise exception 'customers with one telephone must be mended before, by another phone or by deleting one: %', v_twins;
  end if;
end $$;

drop index users_phone_unique;
create unique index users_phone_unique on users (phone_key(phone_digits)) where deleted_at is null;
