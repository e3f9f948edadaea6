-- A picture that a row lets go of is kept for a day from then on: pages that still name it, and the way back, need it.
create function note_picture_let_go() returns trigger language plpgsql as $$
begin
  -- Whoever has it in hand just now writes the same.
  update uploads set used_at = now()
  where id in (select id from uploads where path = to_jsonb(old) ->> tg_argv[0] for update skip locked);
  return null;
end $$;

create trigger topup_products_let_go after update of logo on topup_products
  for each row when (old.logo is distinct from new.logo) execute function note_picture_let_go('logo');
create trigger topup_packages_let_go after update of logo on topup_packages
  for each row when (old.logo is distinct from new.logo) execute function note_picture_let_go('logo');
create trigger physical_products_let_go after update of image on physical_products
  for each row when (old.image is distinct from new.image) execute function note_picture_let_go('image');
create trigger payment_methods_let_go after update of logo on payment_methods
  for each row when (old.logo is distinct from new.logo) execute function note_picture_let_go('logo');
create trigger banners_let_go after update of banner, deleted_at on banners
  for each row when (old.banner is distinct from new.banner or old.deleted_at is distinct from new.deleted_at)
  execute function note_picture_let_go('banner');
create trigger notices_let_go after update of image, deleted_at on notices
  for each row when (old.image is distinct from new.image or old.deleted_at is distinct from new.deleted_at)
  execute function note_picture_let_go('image');
create trigger admins_let_go after update of image on admins
  for each row when (old.image is distinct from new.image) execute function note_picture_let_go('image');
create trigger users_let_go after update of avatar on users
  for each row when (old.avatar is distinct from new.avatar) execute function note_picture_let_go('avatar');
