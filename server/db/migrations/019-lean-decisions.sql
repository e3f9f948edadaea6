-- What an approval pays for beside its rows, made less. Profiled: a CHECK or a trigger's WHEN is parsed anew by every statement, and
-- that of accounts' owners cost more than the update itself.

-- An account's owner never changes (guard_balance), so its shape is checked once, when it is opened.
create function check_account() returns trigger language plpgsql as $$
begin
  if not (
    case new.kind
      when 'user_wallet' then new.user_id is not null and new.admin_id is null and new.side = 1 and new.balance is not null
      when 'earn_wallet' then new.user_id is not null and new.admin_id is null and new.side = 1 and new.balance is not null
      when 'earn_hold' then new.user_id is not null and new.admin_id is null and new.side = 1 and new.balance is not null
      when 'admin_wallet' then new.admin_id is not null and new.user_id is null and new.side = -1 and new.balance is not null
      when 'orders_held' then new.user_id is null and new.admin_id is null and new.side = 1 and new.balance is null
      when 'sales' then new.user_id is null and new.admin_id is null and new.side = 1 and new.balance is null
      when 'adjustments' then new.user_id is null and new.admin_id is null and new.side = 1 and new.balance is null
      when 'in_transit' then new.user_id is null and new.admin_id is null and new.side = -1 and new.balance is null
      when 'store_cash' then new.user_id is null and new.admin_id is null and new.side = -1 and new.balance is null
      when 'payouts' then new.user_id is null and new.admin_id is null and new.side = -1 and new.balance is null
      else false
    end
  ) then
    raise exception 'an account has one owner, side and balance by its kind' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger accounts_check before insert on accounts for each row execute function check_account();
alter table accounts
  drop constraint accounts_owner,
  drop constraint accounts_kind_check,
  drop constraint accounts_side_check;

-- A journal's amounts are looked at with its sum.
alter table entries drop constraint entries_amount_check;
create or replace function check_journal_sums() returns trigger language plpgsql as $$
begin
  if exists (
    select
    from added e
    left join journals j on j.id = e.journal_id
    left join accounts a on a.id = e.account_id
    group by e.journal_id
    having sum(e.amount) <> 0 or count(j.id) <> count(*) or count(a.id) <> count(*) or bool_or(e.amount = 0)
  ) then
    raise exception 'a journal must sum to zero' using errcode = 'check_violation', constraint = 'journals_sum_to_zero';
  end if;
  return null;
end $$;

-- Who acted is the caller whom the session named. Admins are deleted softly only, so these references cannot break; checking them
-- made every approval lock its admin's row.
create trigger admins_never_deleted before delete or truncate on admins for each statement execute function refuse_change();
alter table journals drop constraint journals_admin_id_fkey;
alter table transactions drop constraint transactions_admin_id_fkey;
alter table audit drop constraint audit_admin_id_fkey;

-- Counters and news in one statement, and the question whether there are any inside the function.
create or replace function follow_decision() returns trigger language plpgsql as $$
begin
  if new.status = old.status then
    return null;
  end if;
  with told as (
    insert into webhooks (event, subject, subject_id, payload)
    select tg_argv[0] || '.' || new.status, tg_argv[0], new.id,
      jsonb_build_object('id', new.id, 'user_id', new.user_id, 'amount', new.amount, 'status', new.status)
    from books
    where tells_store
  )
  insert into money_count_deltas (list, status, n)
  values (tg_table_name, old.status, -1), (tg_table_name, new.status, 1);
  return null;
end $$;
drop trigger transactions_follow_decision on transactions;
create trigger transactions_follow_decision after update of status on transactions
  for each row execute function follow_decision('transaction');
drop trigger withdrawals_follow_decision on withdrawals;
create trigger withdrawals_follow_decision after update of status on withdrawals
  for each row execute function follow_decision('withdrawal');

-- Forgotten by age, an hour's worth at a time: no exact index is needed for that.
drop index idempotency_keys_created;
create index idempotency_keys_created on idempotency_keys using brin (created_at);

-- A decision refuses by raising, so that its audit row and COMMIT need not wait for its answer.
drop function decide_wallet_add(bigint, text, bigint);
create function decide_wallet_add(p_id bigint, p_status text, p_admin_id bigint) returns void language plpgsql as $$
declare
  v_user bigint;
  v_amount numeric;
  v_seq integer;
  v_cash bigint;
  v_wallet bigint;
begin
  update transactions set status = p_status, admin_id = p_admin_id, updated_at = now()
  where id = p_id and status = 'pending'
  returning user_id, amount, corrections into v_user, v_amount, v_seq;
  if not found then
    if not exists (select from transactions where id = p_id) then
      raise exception 'there is no transaction %', p_id using errcode = 'TD404';
    end if;
    raise exception 'transaction % is not pending', p_id using errcode = 'check_violation', constraint = 'transactions_flow';
  end if;
  if p_status = 'completed' then
    select cash.id, wallet.id into v_cash, v_wallet
    from accounts cash, accounts wallet
    where cash.admin_id = p_admin_id and wallet.user_id = v_user and wallet.kind = 'user_wallet';
    perform post_journal('wallet_add', p_id, 'completed', v_seq, p_admin_id, '', now(),
      array[v_cash, v_wallet], array[-v_amount, v_amount]);
  end if;
end $$;
