create or replace trigger audit_append_only before update or delete or truncate on audit
  for each statement execute function refuse_change();
create or replace trigger audit_seals_append_only before update or delete or truncate on audit_seals
  for each statement execute function refuse_change();
create or replace trigger backups_append_only before update or delete or truncate on backups
  for each statement execute function refuse_change();
