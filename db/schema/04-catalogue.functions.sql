-- Not raised by what orders change (price, quantity, sells_vouchers): version_with_moves counts that apart, as it would invalidate
-- open forms.
create or replace trigger topup_products_version
  before update of name, logo, track_stock, buy_rate, rules, isactivefortopup, is_active, deleted_at on topup_products
  for each row when (old.* is distinct from new.*) execute function raise_version();
create or replace trigger topup_packages_version
  before update of product_id, name, price, bprice, serial, logo, in_stock, deleted_at on topup_packages
  for each row when (old.* is distinct from new.*) execute function raise_version();
create or replace trigger topup_packages_version_recipe before update of recipe_id, automatic on topup_packages
  for each row when ((old.recipe_id, old.automatic) is distinct from (new.recipe_id, new.automatic)) execute function raise_version();
create or replace trigger recipes_append_only before update or delete or truncate on recipes
  for each statement execute function refuse_change();
create or replace trigger recipe_parts_append_only before update or delete or truncate on recipe_parts
  for each statement execute function refuse_change();
create or replace trigger physical_products_version
  before update of name, image, sale_price, regular_price, description, is_active, deleted_at on physical_products
  for each row when (old.* is distinct from new.*) execute function raise_version();
create or replace trigger payment_methods_version before update on payment_methods
  for each row when (old.* is distinct from new.*) execute function raise_version();
create or replace trigger banners_version before update on banners
  for each row when (old.* is distinct from new.*) execute function raise_version();
create or replace trigger notices_version before update on notices
  for each row when (old.* is distinct from new.*) execute function raise_version();

-- Deleted products, packages, methods and admins stay visible on old rows; deleted banners and notices do not.
create or replace view picture_uses as
  select logo as path from topup_products
  union all select logo from topup_packages
  union all select image from physical_products
  union all select logo from payment_methods
  union all select banner from banners where deleted_at is null
  union all select image from notices where deleted_at is null
  union all select image from admins;

create or replace function register_pictures() returns void language sql as $$
  insert into uploads (path, stored_at, used_at)
  select distinct path, now(), now() from picture_uses where path like '/images/%'
  on conflict do nothing
$$;

-- The picture is kept for another day: open pages still name it, and undo needs it.
create or replace function note_picture_let_go() returns trigger language plpgsql as $$
begin
  update uploads set used_at = now()
  where id in (select id from uploads where path = to_jsonb(old) ->> tg_argv[0] for update skip locked);
  return null;
end $$;
create or replace trigger topup_products_let_go after update of logo on topup_products
  for each row when (old.logo is distinct from new.logo) execute function note_picture_let_go('logo');
create or replace trigger topup_packages_let_go after update of logo on topup_packages
  for each row when (old.logo is distinct from new.logo) execute function note_picture_let_go('logo');
create or replace trigger physical_products_let_go after update of image on physical_products
  for each row when (old.image is distinct from new.image) execute function note_picture_let_go('image');
create or replace trigger payment_methods_let_go after update of logo on payment_methods
  for each row when (old.logo is distinct from new.logo) execute function note_picture_let_go('logo');
create or replace trigger banners_let_go after update of banner, deleted_at on banners
  for each row when (old.banner is distinct from new.banner or old.deleted_at is distinct from new.deleted_at)
  execute function note_picture_let_go('banner');
create or replace trigger notices_let_go after update of image, deleted_at on notices
  for each row when (old.image is distinct from new.image or old.deleted_at is distinct from new.deleted_at)
  execute function note_picture_let_go('image');
create or replace trigger admins_let_go after update of image on admins
  for each row when (old.image is distinct from new.image) execute function note_picture_let_go('image');
