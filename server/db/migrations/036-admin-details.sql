-- Who an admin is can be edited: a version, so that a colleague's change in between is noticed.

alter table admins add column version integer not null default 1;

-- Not for what moves by itself or is decided elsewhere: role, password, deletion.
create trigger admins_version
  before update of first_name, last_name, phone, image, gender, date_of_birth on admins
  for each row when (old.* is distinct from new.*) execute function raise_version();
