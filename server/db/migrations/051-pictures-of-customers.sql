-- A customer's picture is an address of the web, from where he signed in (contract/store.ts), and never one that was uploaded here:
-- the sweep of pictures read every customer for nothing.
create or replace view picture_uses as
select logo as path from topup_products
union all select logo from topup_packages
union all select image from physical_products
union all select logo from payment_methods
union all select banner from banners where deleted_at is null
union all select image from notices where deleted_at is null
union all select image from admins;
drop trigger users_let_go on users;

-- No statement could use these: the sweep asks for the later of two times, and the views of a screen are one's own or shared.
drop index uploads_created;
drop index saved_views_screen;
