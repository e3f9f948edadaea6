-- A price that is saved names the product too: only a package that really moves changes what somebody may see.
drop trigger topup_packages_notify on topup_packages;
create trigger topup_packages_notify after update of product_id on topup_packages
  for each row when (new.product_id <> old.product_id) execute function notify_access();
