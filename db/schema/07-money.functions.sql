create or replace function open_user_accounts() returns trigger language plpgsql as $$
begin
  insert into accounts (kind, user_id, side, balance)
  select kind, new.id, 1, 0
  from unnest(array['user_wallet', 'earn_wallet', 'earn_hold']) as kind;
  return null;
end $$;
create or replace trigger users_open_accounts after insert on users
  for each row execute function open_user_accounts();

create or replace function open_admin_account() returns trigger language plpgsql as $$
begin
  insert into accounts (kind, admin_id, side, balance) values ('admin_wallet', new.id, -1, 0);
  return null;
end $$;
create or replace trigger admins_open_account after insert on admins
  for each row execute function open_admin_account();

-- An account's owner never changes (refuse_new_owner), so its shape is checked once, when it is opened.
create or replace function check_account() returns trigger language plpgsql as $$
begin
  if not (
    case
      when new.kind in ('user_wallet', 'earn_wallet', 'earn_hold') then
        new.user_id is not null and new.admin_id is null and new.side = 1 and new.balance is not null
      when new.kind = 'admin_wallet' then
        new.admin_id is not null and new.user_id is null and new.side = -1 and new.balance is not null
      when new.kind in ('orders_held', 'sales', 'adjustments') then
        new.user_id is null and new.admin_id is null and new.side = 1 and new.balance is null
      when new.kind in ('in_transit', 'store_cash', 'payouts') then
        new.user_id is null and new.admin_id is null and new.side = -1 and new.balance is null
      else false
    end
  ) then
    raise exception 'an account has one owner, side and balance by its kind' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create or replace trigger accounts_check before insert on accounts
  for each row execute function check_account();

create or replace function refuse_new_owner() returns trigger language plpgsql as $$
begin
  raise exception 'an account never changes its owner' using errcode = 'restrict_violation';
end $$;
create or replace trigger accounts_keep_owner before update of id, kind, user_id, admin_id, side on accounts
  for each row execute function refuse_new_owner();
create or replace trigger accounts_never_deleted before delete or truncate on accounts
  for each statement execute function refuse_change();

-- A wallet's balance moves only because a journal is inserted: seen from here, that is a trigger within a trigger. A trigger of a
-- temporary table comes from as deep, so an act is wanted too.
create or replace function guard_balance() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'balances are moved by journals alone' using errcode = 'restrict_violation';
  end if;
  perform require_act(array['money']);
  if old.closed_at is not null then
    raise exception 'the admin of this wallet was deleted' using errcode = 'check_violation', constraint = 'accounts_closed';
  end if;
  new.moves := old.moves + 1;
  return new;
end $$;
create or replace trigger accounts_guard_balance before update of balance on accounts
  for each row execute function guard_balance();

-- The lower account id first, so that two journals never deadlock. Written out twice: a function for one wallet is prepared twice.
-- Counts what a journal does to an admin's wallet for the shift sheets; p_amount is what it collects.
create or replace function count_shift(p_journal journals, p_account bigint, p_amount numeric) returns void language plpgsql as $$
begin
  insert into admin_figure_deltas (day, account_id, collected, wallet_adds, handed_over, written_off)
  values (
    shop_day(p_journal.at, (select time_zone from settings)), p_account,
    case p_journal.source when 'wallet_add' then p_amount else 0 end,
    case when p_journal.source = 'wallet_add' and p_journal.kind = 'completed' then 1 else 0 end,
    case when p_journal.source = 'hand_over' and p_journal.kind <> 'written_off' then -p_amount else 0 end,
    case when p_journal.source = 'hand_over' and p_journal.kind = 'written_off' then -p_amount else 0 end);
end $$;
create or replace function move_wallets() returns trigger language plpgsql as $$
declare
  v_stopped text;
  v_debit_frozen text;
  v_credit_frozen text;
  v_debit_kind text;
  v_credit_kind text;
begin
  if new.debit_id < new.credit_id then
    update accounts set balance = balance - side * new.amount where id = new.debit_id and balance is not null
    returning balance, frozen_reason, kind into new.debit_balance, v_debit_frozen, v_debit_kind;
    update accounts set balance = balance + side * new.amount where id = new.credit_id and balance is not null
    returning balance, frozen_reason, kind into new.credit_balance, v_credit_frozen, v_credit_kind;
  else
    update accounts set balance = balance + side * new.amount where id = new.credit_id and balance is not null
    returning balance, frozen_reason, kind into new.credit_balance, v_credit_frozen, v_credit_kind;
    update accounts set balance = balance - side * new.amount where id = new.debit_id and balance is not null
    returning balance, frozen_reason, kind into new.debit_balance, v_debit_frozen, v_debit_kind;
  end if;
  new.id := nextval('journals_id_seq');
  new.act_id := coalesce(require_act(array['money']), own_act());
  select stopped_reason into v_stopped from books;
  if v_stopped is not null then
    raise exception 'money_stopped' using errcode = 'TD503', detail = v_stopped;
  end if;
  if v_debit_frozen is not null or v_credit_frozen is not null then
    raise exception 'wallet_frozen' using errcode = 'TD503', detail = coalesce(v_debit_frozen, v_credit_frozen);
  end if;
  if new.debit_id = new.credit_id or new.amount not between 0.01 and 999999999999.99 then
    raise exception 'a journal moves an amount above 0 from one account to another'
      using errcode = 'check_violation', constraint = 'journals_two_sides';
  end if;
  if new.debit_balance is null or new.credit_balance is null then
    if (select count(*) from accounts where id in (new.debit_id, new.credit_id)) <> 2 then
      raise exception 'a journal has two accounts that exist' using errcode = 'foreign_key_violation';
    end if;
  end if;
  -- An admin's wallet is the store's money: collecting debits it.
  if v_debit_kind = 'admin_wallet' then
    perform count_shift(new, new.debit_id, new.amount);
  end if;
  if v_credit_kind = 'admin_wallet' then
    perform count_shift(new, new.credit_id, -new.amount);
  end if;
  if new.source <> 'wallet_add' then
    if v_debit_kind = 'user_wallet' then
      insert into wallet_moves values (-new.amount);
    end if;
    if v_credit_kind = 'user_wallet' then
      insert into wallet_moves values (new.amount);
    end if;
  end if;
  return new;
end $$;
create or replace trigger journals_move_wallets before insert on journals
  for each row execute function move_wallets();
create or replace trigger journals_append_only before update or delete or truncate on journals
  for each statement execute function refuse_change();

-- Both sides of every journal, credit-positive.
create or replace view entries as
  select id as journal_id, source, source_id, kind, at, debit_id as account_id, (-amount)::tk as amount, debit_balance as balance_after
  from journals
  union all
  select id, source, source_id, kind, at, credit_id, amount, credit_balance
  from journals;

create or replace trigger books_stay before delete or truncate on books
  for each statement execute function refuse_change();

-- Saves what a check found: freezes the accounts of p_breaks ({"<account id>": "<reason>"}). A full check, which alone says how
-- long it took, frees the others.
create or replace function keep_check(p_report jsonb, p_breaks jsonb, p_stopped text, p_seen_until timestamptz, p_took_ms integer)
returns void language sql as $$
  update accounts set frozen_reason = null, frozen_at = null
  where p_took_ms is not null and frozen_reason is not null and not p_breaks ? id::text;
  update accounts a set frozen_reason = b.value, frozen_at = coalesce(a.frozen_at, now())
  from jsonb_each_text(p_breaks) as b
  where a.id = b.key::bigint and a.frozen_reason is distinct from b.value;
  update books set report = p_report, stopped_reason = p_stopped, checked_at = now(), seen_until = p_seen_until,
    took_ms = coalesce(p_took_ms, took_ms), full_at = case when p_took_ms is null then full_at else now() end;
$$;

-- Legal moves: the same table as contract/wallet-adds.ts. completed -> cancel only as a correction, which counts itself.
create or replace function guard_wallet_add() returns trigger language plpgsql as $$
begin
  if new.user_id <> old.user_id then
    raise exception 'a wallet add keeps its customer' using errcode = 'restrict_violation';
  end if;
  if old.status = 'completed' and (
    (new.status <> 'completed' and not (new.status = 'cancel' and new.corrections = old.corrections + 1))
    or (new.status = 'completed' and new.amount <> old.amount and new.edits <> old.edits + 1)
  ) then
    raise exception 'wallet add % cannot go from % to %', old.id, old.status, new.status
      using errcode = 'check_violation', constraint = 'wallet_adds_flow';
  end if;
  new.completed_at := case when new.status <> 'completed' then null when old.status = 'completed' then old.completed_at else now() end;
  return new;
end $$;
create or replace trigger wallet_adds_guard before update on wallet_adds
  for each row execute function guard_wallet_add();
create or replace trigger wallet_adds_never_deleted before delete or truncate on wallet_adds
  for each statement execute function refuse_change();

create or replace function date_completed() returns trigger language plpgsql as $$
begin
  if new.status = 'completed' and new.completed_at is null then
    new.completed_at := now();
  end if;
  return new;
end $$;
create or replace trigger wallet_adds_date_completed before insert on wallet_adds
  for each row execute function date_completed();

create or replace function guard_outflow() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) -> tg_argv[0]) <> (to_jsonb(old) -> tg_argv[0]) then
    raise exception 'a % row keeps its %', tg_table_name, tg_argv[0] using errcode = 'restrict_violation';
  end if;
  if (old.status = 'completed' and (new.status, new.amount) is distinct from (old.status, old.amount))
    or (old.status = 'cancel' and new.status <> 'cancel' and new.reopens <> old.reopens + 1)
    or (old.status = 'pending' and new.status = 'pending' and new.amount <> old.amount and new.edits <> old.edits + 1) then
    raise exception '% % cannot go from % to %', tg_table_name, old.id, old.status, new.status
      using errcode = 'check_violation', constraint = tg_table_name || '_flow';
  end if;
  return new;
end $$;
create or replace trigger withdrawals_guard before update on withdrawals
  for each row execute function guard_outflow('user_id');
create or replace trigger withdrawals_never_deleted before delete or truncate on withdrawals
  for each statement execute function refuse_change();
create or replace trigger hand_overs_guard before update on hand_overs
  for each row execute function guard_outflow('owner_id');
create or replace trigger hand_overs_never_deleted before delete or truncate on hand_overs
  for each statement execute function refuse_change();

-- The transaction that wrote a version of a row. A row has only the last 32 bits of its id: the nearest id with these is meant.
create or replace function writer_of(p_written xid) returns bigint language sql stable
return pg_snapshot_xmax(pg_current_snapshot())::text::bigint - (1::bigint << 31)
  + ((p_written::text::bigint - pg_snapshot_xmax(pg_current_snapshot())::text::bigint + (1::bigint << 31)) & 4294967295);

-- Whether that transaction had ended when p_unseen was read: the ids then running, and last the next one. No subselect: it is inlined.
create or replace function was_seen(p_written xid, p_unseen bigint[]) returns boolean language sql stable
return writer_of(p_written) < p_unseen[cardinality(p_unseen)] and writer_of(p_written) <> all (p_unseen);

create or replace trigger adjustments_append_only before update or delete or truncate on adjustments
  for each statement execute function refuse_change();

create or replace function note_money_terms() returns trigger language plpgsql as $$
begin
  insert into money_terms (list, term, row_id)
  select tg_table_name, term, id
  -- Withdrawals have no TrxID.
  from added cross join lateral (values (phone_key(number)), (lower(to_jsonb(added) ->> 'trx_id'))) as t (term)
  where term <> ''
  on conflict do nothing;
  return null;
end $$;
create or replace trigger wallet_adds_note_terms after insert on wallet_adds
  referencing new table as added
  for each statement execute function note_money_terms();
create or replace trigger withdrawals_note_terms after insert on withdrawals
  referencing new table as added
  for each statement execute function note_money_terms();

-- A row is found by each number that it ever had: else an edit of the number would hide that the same payment comes in twice.
create or replace function note_new_number() returns trigger language plpgsql as $$
begin
  if phone_key(new.number) <> '' then
    insert into money_terms (list, term, row_id)
    values (tg_table_name, phone_key(new.number), new.id)
    on conflict do nothing;
  end if;
  return null;
end $$;
create or replace trigger wallet_adds_note_number after update of number on wallet_adds
  for each row when (new.number <> old.number) execute function note_new_number();
create or replace trigger withdrawals_note_number after update of number on withdrawals
  for each row when (new.number <> old.number) execute function note_new_number();

-- Decisions are announced by fold_money_counts. What changes a row but no counter is announced here.
create or replace trigger wallet_adds_notify_edited after update of amount, number on wallet_adds
  for each statement execute function notify_list();
create or replace trigger withdrawals_notify_edited after update of amount, number on withdrawals
  for each statement execute function notify_list();
create or replace trigger hand_overs_notify after insert or update on hand_overs
  for each statement execute function notify_list();
