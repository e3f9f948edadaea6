-- Whole products are granted: a package that moves to another product moves its orders out of somebody's sight, or into it.
create trigger topup_packages_notify after update of product_id on topup_packages
  for each statement execute function notify_access();
