-- An act says who changes something, for one transaction. It is kept in a setting of that transaction, because a table would be written by every
-- change. Everyone can write the setting, so it is signed with a secret that only the owner reads.

create or replace function act_signature(p_act text) returns text language sql stable as $$
  select encode(sha256(secret || sha256(secret || convert_to(pg_current_xact_id()::text || p_act, 'UTF8'))), 'hex') from act_keys
$$;

-- Null outside an act.
create or replace function present_act() returns jsonb language plpgsql stable security definer set search_path from current as $$
declare
  v_set text := coalesce(current_setting('topdeck.act', true), '');
begin
  return case when v_set <> '' and left(v_set, 64) = act_signature(substr(v_set, 65)) then substr(v_set, 65)::jsonb end;
end $$;

-- Works for the owner alone, as only the owner can sign.
create or replace function open_act(
  p_action text, p_effects text[], p_actor text default 'system', p_admin_id bigint default null, p_address text default '',
  p_request_id text default ''
) returns bigint language plpgsql as $$
declare
  v_id bigint := nextval('acts_id_seq');
  v_act text := jsonb_build_object('id', v_id, 'action', p_action, 'effects', p_effects, 'actor', p_actor, 'admin_id', p_admin_id,
    'address', p_address, 'request_id', p_request_id)::text;
begin
  perform set_config('topdeck.act', act_signature(v_act) || v_act, true);
  return v_id;
end $$;

-- The first statement of a change: the key shows that a server asks, and the session must be one whose admin may do this.
create or replace function begin_act(
  p_key bytea, p_action text, p_actor text, p_admin_id bigint, p_session_id bigint, p_address text, p_request_id text
) returns void language plpgsql security definer set search_path from current as $$
declare
  v_action actions;
  v_role text;
begin
  select * into v_action from actions where name = p_action;
  if pg_has_role(session_user, current_user, 'member') then
    -- After a restore no server has said yet what there is.
    if not found then
      return;
    end if;
  elsif not exists (select from act_keys where key_hash = sha256(p_key)) then
    raise exception 'only a server of the shop begins an act' using errcode = 'insufficient_privilege';
  end if;
  if v_action.name is null or (p_admin_id is null) <> (v_action.access in ('public', 'store', 'phone', 'system')) then
    raise exception 'there is no action % of %', p_action, p_actor using errcode = 'insufficient_privilege';
  end if;
  if p_admin_id is not null then
    select role into v_role
    from sessions s join admins a on a.id = s.admin_id and a.deleted_at is null
    where s.id = p_session_id and a.id = p_admin_id;
    if not found then
      raise exception 'the session has ended' using errcode = 'TD401';
    end if;
    if v_action.access <> 'signed-in' and v_role <> 'super' and not exists (
      select from admin_modules g join auth_modules m on m.id = g.auth_module_id and m.status = 1
      where g.admin_id = p_admin_id and m.key = any(v_action.also_for || v_action.access)
    ) then
      raise exception 'the admin may not do this' using errcode = 'TD403';
    end if;
  end if;
  perform open_act(p_action, v_action.effects, p_actor, p_admin_id, p_address, p_request_id);
end $$;

-- The act, if it may do one of these (any act, if none are named). Null for the owner, who needs none.
create or replace function require_act(p_effects text[]) returns bigint language plpgsql stable security definer
set search_path from current as $$
declare
  v_set text := coalesce(current_setting('topdeck.act', true), '');
  v_act jsonb;
begin
  if v_set <> '' and left(v_set, 64) = act_signature(substr(v_set, 65)) then
    v_act := substr(v_set, 65);
    if p_effects = '{}' or v_act -> 'effects' ?| p_effects then
      return v_act ->> 'id';
    end if;
  end if;
  if pg_has_role(session_user, current_user, 'member') then
    return null;
  end if;
  raise exception '% may not change this: it needs %', coalesce(v_act ->> 'action', 'what is no act'), p_effects
    using errcode = 'insufficient_privilege';
end $$;

-- SQL that the owner writes by hand has an act and an audit row too.
create or replace function own_act() returns bigint language plpgsql as $$
declare
  v_id bigint := open_act('owner.sql', array['money']);
begin
  insert into audit (actor, action, subject, act_id) values ('system', 'owner.sql', 'books', v_id);
  return v_id;
end $$;

-- As trigger: refuses what no act with one of these effects does.
create or replace function guard_act() returns trigger language plpgsql as $$
begin
  perform require_act(coalesce(tg_argv, '{}'));
  return null;
end $$;

-- Deferred: a change whose act has no audit row is not saved.
create or replace function check_audited() returns trigger language plpgsql security definer set search_path from current as $$
begin
  if not exists (select from audit where act_id = (present_act() ->> 'id')::bigint)
    and not pg_has_role(session_user, current_user, 'member') then
    raise exception 'a change of % has no audit row', tg_table_name using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

-- Who acted, and what they did, is the act's. Only a sign-in says itself who it was.
create or replace function sign_audit() returns trigger language plpgsql security definer set search_path from current as $$
declare
  v_act jsonb := present_act();
begin
  if pg_has_role(session_user, current_user, 'member') then
    new.act_id := coalesce(new.act_id, (v_act ->> 'id')::bigint);
    return new;
  end if;
  if v_act is null then
    raise exception 'an audit row needs an act' using errcode = 'insufficient_privilege';
  end if;
  new.at := now();
  new.act_id := v_act ->> 'id';
  new.action := v_act ->> 'action';
  new.request_id := v_act ->> 'request_id';
  new.address := coalesce(nullif(v_act ->> 'address', ''), new.address);
  if v_act ->> 'admin_id' is not null or not v_act -> 'effects' ? 'sign_in' then
    new.admin_id := v_act ->> 'admin_id';
  end if;
  new.actor := case when new.admin_id is null then v_act ->> 'actor' else 'admin' end;
  return new;
end $$;
create or replace trigger audit_sign before insert on audit
  for each row execute function sign_audit();

do $$
declare
  v_table text;
  v_events text;
begin
  for v_table, v_events in values
    ('journals', 'insert'),
    ('admins', 'insert or update of role, password_hash, email, username, deleted_at'),
    ('auth_modules', 'insert or update or delete'),
    ('admin_modules', 'insert or update or delete'),
    ('admin_packages', 'insert or update or delete'),
    ('admin_products', 'insert or update or delete'),
    ('sessions', 'insert'),
    ('totp_secrets', 'delete or update of is_active'),
    ('passkeys', 'insert or delete'),
    ('recovery_codes', 'insert or delete'),
    ('settings', 'update'),
    ('payment_methods', 'insert or update or delete'),
    ('payment_phones', 'insert or update'),
    ('store_keys', 'insert or update of name, key_hash, admin_id, created_at, revoked_at'),
    ('payment_rules', 'insert or update or delete'),
    ('staff_channels', 'insert or update or delete'),
    ('staff_receivers', 'insert or update or delete')
  loop
    execute format('drop trigger if exists %I on %I', v_table || '_audited', v_table);
    execute format('create constraint trigger %I after %s on %I deferrable initially deferred for each row execute function check_audited()',
      v_table || '_audited', v_events, v_table);
  end loop;
end $$;

-- Money. Journals ask in move_wallets.
create or replace trigger adjustments_act before insert on adjustments
  for each statement execute function guard_act('money');
create or replace trigger wallet_adds_act before insert or update on wallet_adds
  for each statement execute function guard_act('money');
create or replace trigger withdrawals_act before insert or update on withdrawals
  for each statement execute function guard_act('money');
create or replace trigger hand_overs_act before insert or update on hand_overs
  for each statement execute function guard_act('money');
create or replace trigger orders_act
  before insert or update of status, amount, playerid, holder_id, voucher_id, recipe_id, credit_taken, completed_by, closed_at,
    corrected_at, refunded, refunds on orders
  for each statement execute function guard_act('money');
create or replace trigger order_codes_act before insert on order_codes
  for each statement execute function guard_act('money');
create or replace trigger product_orders_act before insert or update on product_orders
  for each statement execute function guard_act('money');
create or replace trigger accounts_act_opened before insert on accounts
  for each statement when (pg_trigger_depth() = 0) execute function guard_act('owner');
create or replace trigger accounts_act_frozen before update of frozen_reason, frozen_at on accounts
  for each statement execute function guard_act('books');
create or replace trigger accounts_act_closed before update of closed_at on accounts
  for each statement execute function guard_act('people');
create or replace trigger books_act before update of stopped_reason, checked_at, seen_until, full_at, took_ms, report on books
  for each statement execute function guard_act('books');
create or replace trigger books_act_store before update of webhooks_since on books
  for each statement execute function guard_act('addresses');

-- Rights and people.
create or replace trigger admins_act before insert or update of first_name, last_name, username, email, deleted_at on admins
  for each statement execute function guard_act('people');
create or replace trigger admins_act_role before update of id, role on admins
  for each statement execute function guard_act('rights');
create or replace trigger admins_act_super after insert on admins
  for each row when (new.role <> 'sub') execute function guard_act('rights');
create or replace trigger admins_act_password before update of password_hash, must_change_password, password_is_one_time on admins
  for each statement execute function guard_act('credentials', 'own_password');
create or replace trigger auth_modules_act before insert or update or delete on auth_modules
  for each statement execute function guard_act('rights');
create or replace trigger admin_modules_act before insert or update or delete on admin_modules
  for each statement execute function guard_act('rights');
create or replace trigger admin_packages_act before insert or update or delete on admin_packages
  for each statement execute function guard_act('rights');
create or replace trigger admin_products_act before insert or update or delete on admin_products
  for each statement execute function guard_act('rights');
create or replace trigger users_act before insert or update or delete on users
  for each statement execute function guard_act('customers');

-- Signing in.
create or replace trigger sessions_act before insert or update of id, token_hash, admin_id, remembered, created_at, confirmed_at on sessions
  for each statement execute function guard_act('sign_in');
create or replace trigger sessions_act_ended before delete on sessions
  for each statement execute function guard_act('sign_in', 'people', 'credentials', 'own_password');
create or replace trigger totp_secrets_act
  before insert or delete or update of admin_id, secret_sealed, is_active, created_at on totp_secrets
  for each statement execute function guard_act('credentials');
create or replace trigger totp_secrets_act_used before update of last_step on totp_secrets
  for each statement execute function guard_act('sign_in', 'credentials');
create or replace trigger passkeys_act before insert or delete or update of id, admin_id, credential_id, public_key on passkeys
  for each statement execute function guard_act('credentials');
create or replace trigger passkeys_act_used before update of counter on passkeys
  for each statement execute function guard_act('sign_in', 'credentials');
create or replace trigger recovery_codes_act before insert or delete or update of admin_id, code_hash on recovery_codes
  for each statement execute function guard_act('credentials');
create or replace trigger recovery_codes_act_used before update of used_at on recovery_codes
  for each statement execute function guard_act('sign_in', 'credentials');
create or replace trigger used_challenges_act before insert or update or delete on used_challenges
  for each statement execute function guard_act('sign_in', 'credentials');
create or replace trigger login_attempts_act before insert or update or delete on login_attempts
  for each statement execute function guard_act('sign_in', 'credentials', 'own_password');
create or replace trigger failed_sign_ins_act before insert or update or delete on failed_sign_ins
  for each statement execute function guard_act('sign_in');
create or replace trigger known_browsers_act before insert or update or delete on known_browsers
  for each statement execute function guard_act('sign_in');

-- The shop's settings: what is new is asked for by its effect.
create or replace trigger settings_act before insert or delete on settings
  for each statement execute function guard_act('owner');
create or replace trigger settings_act_key before update of is_only, key_print on settings
  for each statement execute function guard_act('owner');
create or replace trigger settings_act_policies before update of
  secrets_kept_days, wallet_changes_per_day, second_factor, confirm_again, own_password_required on settings
  for each statement execute function guard_act('policies');
create or replace trigger settings_act_addresses before update of sms_gateway, sms_url, webhook_url, internal_hosts on settings
  for each statement execute function guard_act('addresses');
create or replace trigger settings_act_secrets before update of sms_key_sealed, webhook_secret_sealed on settings
  for each statement execute function guard_act('secrets');
create or replace trigger payment_methods_act before insert or update or delete on payment_methods
  for each statement execute function guard_act('addresses');

-- What has been done once, and what has been seen of it.
create or replace trigger idempotency_keys_act before insert or update on idempotency_keys
  for each statement execute function guard_act();
create or replace trigger idempotency_keys_act_forgotten before delete on idempotency_keys
  for each statement execute function guard_act('upkeep');
create or replace trigger audit_seals_act before insert on audit_seals
  for each statement execute function guard_act('upkeep');
create or replace trigger backups_act before insert on backups
  for each statement execute function guard_act('owner');

-- Whether the database's disk has room: a row in an empty temporary table takes space there, and nothing else changes. The shop's role
-- may make no temporary table.
create or replace function take_room() returns void language plpgsql security definer set search_path from current as $$
begin
  create temp table if not exists room (filler text) on commit delete rows;
  insert into pg_temp.room values ('');
end $$;

-- What runs with the owner's rights finds its tables in the shop's schema, whatever temporary ones the caller made.
do $$
declare
  v_function regprocedure;
begin
  for v_function in
    select oid from pg_proc where pronamespace = quote_ident(current_schema())::regnamespace
      and (prosecdef or proname in ('move_wallets', 'guard_act', 'own_act', 'open_act', 'note_stock_movement')) and pg_has_role(proowner, 'usage')
  loop
    execute format('alter function %s set search_path to %I, pg_temp', v_function, current_schema());
  end loop;
end $$;
