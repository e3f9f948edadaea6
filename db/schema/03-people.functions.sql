-- Not for columns that change by themselves or are decided elsewhere: role, password, deletion.
create or replace trigger admins_version
  before update of first_name, last_name, phone, image, gender, date_of_birth on admins
  for each row when (old.* is distinct from new.*) execute function raise_version();

-- Only for what the form of a customer shows. Columns by name, because a whole row has generated ones.
create or replace trigger users_version before update of phone, address, city, zip_code, is_banned on users
  for each row when (
    (old.phone, old.address, old.city, old.zip_code, old.is_banned) is distinct from
    (new.phone, new.address, new.city, new.zip_code, new.is_banned)
  ) execute function raise_version();

-- Rows name the admin who acted without a foreign key: checking it would lock the admin's row in every approval.
create or replace trigger admins_never_deleted before delete or truncate on admins
  for each statement execute function refuse_change();

-- Locks all super admins first, so that the second of two concurrent removals sees what is left.
create or replace function keep_a_super_admin() returns trigger language plpgsql as $$
begin
  if not exists (select from admins where role = 'super' and deleted_at is null) then
    raise exception 'a shop has a super admin' using errcode = 'check_violation', constraint = 'admins_last_super';
  end if;
  return null;
end $$;
create or replace trigger admins_keep_a_super after update of role, deleted_at on admins
  for each statement execute function keep_a_super_admin();

create or replace function notify_access() returns trigger language plpgsql as $$
begin
  perform pg_notify('topdeck_access', '');
  return null;
end $$;
create or replace trigger admins_notify after update on admins
  for each statement execute function notify_access();
create or replace trigger settings_notify after update of second_factor on settings
  for each statement execute function notify_access();
create or replace trigger sessions_notify after delete on sessions
  for each statement execute function notify_access();
create or replace trigger auth_modules_notify after update on auth_modules
  for each statement execute function notify_access();
create or replace trigger admin_modules_notify after insert or update or delete on admin_modules
  for each statement execute function notify_access();
create or replace trigger admin_packages_notify after insert or update or delete on admin_packages
  for each statement execute function notify_access();
create or replace trigger admin_products_notify after insert or update or delete on admin_products
  for each statement execute function notify_access();
-- A package that moves to another granted product changes which orders an admin sees. Every edit sends the product, so compare.
create or replace trigger topup_packages_notify after update of product_id on topup_packages
  for each row when (new.product_id <> old.product_id) execute function notify_access();

create or replace function has_second_factor(p_admin_id bigint) returns boolean language sql stable
  return exists (select from totp_secrets where admin_id = p_admin_id and is_active)
    or exists (select from passkeys where admin_id = p_admin_id);
