-- Texts come in as NFC (contract/list.ts), and so do searches: what older versions kept in the other spelling of য়, ড়, ঢ়, ো or ৌ would
-- not be found any more. Only what is searched is written anew. It looks as before, so that no open form is out of date by it.
alter table topup_products disable trigger topup_products_version;
alter table topup_packages disable trigger topup_packages_version;
alter table physical_products disable trigger physical_products_version;
alter table payment_methods disable trigger payment_methods_version;
alter table banners disable trigger banners_version;
alter table notices disable trigger notices_version;
alter table admins disable trigger admins_version;

update users
set username = normalize(username, nfc), first_name = normalize(first_name, nfc), last_name = normalize(last_name, nfc),
  email = normalize(email, nfc)
where (username || ' ' || first_name || ' ' || last_name || ' ' || email) is not nfc normalized;

update topup_products set name = normalize(name, nfc) where name is not nfc normalized;
update topup_packages set name = normalize(name, nfc) where name is not nfc normalized;
update physical_products set name = normalize(name, nfc) where name is not nfc normalized;
update payment_methods
set name = normalize(name, nfc), info = normalize(info, nfc), status = normalize(status, nfc)
where (name || ' ' || info || ' ' || status) is not nfc normalized;
update banners set note = normalize(note, nfc) where note is not nfc normalized;
update notices
set title = normalize(title, nfc), notice = normalize(notice, nfc), template = normalize(template, nfc)
where (title || ' ' || notice || ' ' || template) is not nfc normalized;
update auth_modules
set name = normalize(name, nfc), description = normalize(description, nfc)
where (name || ' ' || description) is not nfc normalized;

update admins set first_name = normalize(first_name, nfc), last_name = normalize(last_name, nfc)
where (first_name || ' ' || last_name) is not nfc normalized;
-- By these one signs in: where a colleague has the same in the other spelling, it stays as it is.
do $$
declare
  one record;
begin
  for one in select id, username, email from admins where (username || ' ' || email) is not nfc normalized order by id loop
    begin
      update admins set username = normalize(one.username, nfc), email = normalize(one.email, nfc) where id = one.id;
    exception when unique_violation then
      null;
    end;
  end loop;
end $$;

alter table topup_products enable trigger topup_products_version;
alter table topup_packages enable trigger topup_packages_version;
alter table physical_products enable trigger physical_products_version;
alter table payment_methods enable trigger payment_methods_version;
alter table banners enable trigger banners_version;
alter table notices enable trigger notices_version;
alter table admins enable trigger admins_version;
