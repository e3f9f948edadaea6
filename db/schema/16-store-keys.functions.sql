create or replace trigger store_keys_never_deleted before delete or truncate on store_keys
  for each statement execute function refuse_change();

create or replace trigger store_keys_act before insert or update of name, key_hash, admin_id, created_at, revoked_at on store_keys
  for each statement execute function guard_act('secrets');
