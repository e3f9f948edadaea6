-- A journal carries both of its sides in its own row: what one account gives, the other gets, so it sums to zero by its shape.
-- Inserting it moves its wallets; nothing else can.

-- Books that do not fit must be mended first: what is wrong with them would be lost.
do $$
declare
  v_wrong text;
begin
  select coalesce(
    (select format('journal %s does not have two entries that sum to zero', j.id)
     from journals j
     left join entries e on e.journal_id = j.id
     left join accounts a on a.id = e.account_id
     group by j.id
     having count(e.journal_id) <> 2 or count(a.id) <> 2 or sum(e.amount) <> 0 or max(e.amount) <= 0
     order by j.id
     limit 1),
    (select format('there are entries of journal %s, but not the journal', e.journal_id)
     from entries e
     where not exists (select from journals j where j.id = e.journal_id)
     limit 1),
    (select format('account %s is below zero', id) from accounts where balance < 0 order by id limit 1)
  ) into v_wrong;
  if v_wrong is not null then
    raise exception 'the books must be mended before: %', v_wrong;
  end if;
end $$;

alter table journals
  -- The account whose entry is -amount.
  add column debit_id bigint,
  -- The account whose entry is +amount.
  add column credit_id bigint,
  add column amount tk,
  -- The wallets' balances after this journal; null for the store's own accounts.
  add column debit_balance tk,
  add column credit_balance tk;
alter table journals disable trigger journals_append_only;
update journals j set
  debit_id = d.account_id, credit_id = c.account_id, amount = c.amount, debit_balance = d.balance_after, credit_balance = c.balance_after
from entries d, entries c
where d.journal_id = j.id and d.amount < 0 and c.journal_id = j.id and c.amount > 0;
alter table journals enable trigger journals_append_only;
alter table journals
  alter column debit_id set not null,
  alter column credit_id set not null,
  alter column amount set not null;
-- Numbered once both wallets are locked, so that an account's journals have the order in which they moved it.
alter table journals alter column id drop identity;
create sequence journals_id_seq owned by journals.id;
select setval('journals_id_seq', coalesce(max(id), 0) + 1, false) from journals;
create index journals_debit on journals (debit_id, id);
create index journals_credit on journals (credit_id, id);

drop table entries;
-- Both sides of every journal, credit-positive.
create view entries as
  select id as journal_id, source, source_id, kind, at, debit_id as account_id, (-amount)::tk as amount, debit_balance as balance_after
  from journals
  union all
  select id, source, source_id, kind, at, credit_id, amount, credit_balance
  from journals;

-- A domain's CHECK is prepared once for a session, a table's at every statement.
create domain wallet_balance as numeric(14, 2) constraint accounts_balance_not_negative check (value >= 0);
alter table accounts drop constraint accounts_balance_not_negative;
alter table accounts alter column balance type wallet_balance;
create domain audit_actor as text check (value in ('admin', 'store', 'system'));
alter table audit drop constraint audit_actor_check;
alter table audit alter column actor type audit_actor;

-- A wallet's balance moves only because a journal is inserted: seen from here, that is a trigger within a trigger.
drop trigger accounts_guard_balance on accounts;
create or replace function guard_balance() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'balances are moved by journals alone' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger accounts_guard_balance before update of balance on accounts for each row execute function guard_balance();
create function refuse_new_owner() returns trigger language plpgsql as $$
begin
  raise exception 'an account never changes its owner' using errcode = 'restrict_violation';
end $$;
create trigger accounts_keep_owner before update of id, kind, user_id, admin_id, side on accounts
  for each row execute function refuse_new_owner();

-- Moves both wallets of a new journal, the lower account id first, so that two journals never wait for each other in a circle; the
-- store's own accounts have no balance to move. Raises accounts_balance_not_negative when a wallet would go below zero; where the
-- event was posted before, journals_once refuses the row after this. Written out for both orders: a function for one wallet would
-- be called and prepared twice in every journal.
create function move_wallets() returns trigger language plpgsql as $$
declare
  v_stopped text;
  v_debit_frozen text;
  v_credit_frozen text;
begin
  if new.debit_id < new.credit_id then
    update accounts set balance = balance - side * new.amount where id = new.debit_id and balance is not null
    returning balance, frozen_reason into new.debit_balance, v_debit_frozen;
    update accounts set balance = balance + side * new.amount where id = new.credit_id and balance is not null
    returning balance, frozen_reason into new.credit_balance, v_credit_frozen;
  else
    update accounts set balance = balance + side * new.amount where id = new.credit_id and balance is not null
    returning balance, frozen_reason into new.credit_balance, v_credit_frozen;
    update accounts set balance = balance - side * new.amount where id = new.debit_id and balance is not null
    returning balance, frozen_reason into new.debit_balance, v_debit_frozen;
  end if;
  new.id := nextval('journals_id_seq');
  select stopped_reason into v_stopped from books;
  if v_stopped is not null then
    raise exception 'No money moves until this is mended: %', v_stopped using errcode = 'TD503';
  end if;
  if v_debit_frozen is not null or v_credit_frozen is not null then
    raise exception 'This wallet is frozen until this is mended: %', coalesce(v_debit_frozen, v_credit_frozen)
      using errcode = 'TD503';
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
  return new;
end $$;
create trigger journals_move_wallets before insert on journals for each row execute function move_wallets();
drop function move_wallet(bigint, numeric);
drop function post_journal(text, bigint, text, integer, bigint, text, timestamptz, bigint[], numeric[]);
drop function check_journal_sums();

create or replace function decide_wallet_add(p_id bigint, p_status text, p_admin_id bigint) returns void language plpgsql as $$
declare
  v_user bigint;
  v_amount numeric;
  v_seq integer;
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
    insert into journals (source, source_id, kind, seq, admin_id, amount, debit_id, credit_id)
    select 'wallet_add', p_id, 'completed', v_seq, p_admin_id, v_amount, cash.id, wallet.id
    from accounts cash, accounts wallet
    where cash.admin_id = p_admin_id and wallet.user_id = v_user and wallet.kind = 'user_wallet';
    if not found then
      raise exception 'transaction % has no wallets to move', p_id;
    end if;
  end if;
end $$;

-- Rows first (the sort waits for all of them), then accounts in ascending order.
create or replace function cancel_pending_withdrawals(p_admin_id bigint, p_up_to bigint, out total bigint, out sum numeric)
language sql as $$
  with cancelled as (
    update withdrawals set status = 'cancel', admin_id = p_admin_id, updated_at = now()
    where status = 'pending' and (p_up_to is null or id <= p_up_to)
    returning id, user_id, amount, reopens
  ), given_back as (
    insert into journals (source, source_id, kind, seq, admin_id, amount, debit_id, credit_id)
    select 'withdrawal', c.id, 'cancelled', c.reopens, p_admin_id, c.amount, hold.id, earn.id
    from cancelled c
    join accounts earn on earn.user_id = c.user_id and earn.kind = 'earn_wallet'
    join accounts hold on hold.user_id = c.user_id and hold.kind = 'earn_hold'
    order by earn.id, c.id
    returning amount
  )
  select count(*), coalesce(sum(amount), 0) from given_back;
$$;

-- One row says what was decided; the counters and the store's news are made of it a moment later, by whoever folds.
create table money_decisions (
  -- Tells their order; nobody asks for one by it.
  id bigint generated always as identity,
  list text not null,
  row_id bigint not null,
  user_id bigint not null,
  amount tk not null,
  was text not null,
  status text not null
);
create or replace function follow_decision() returns trigger language plpgsql as $$
begin
  if new.status <> old.status then
    insert into money_decisions (list, row_id, user_id, amount, was, status)
    values (tg_table_name, new.id, new.user_id, new.amount, old.status, new.status);
  end if;
  return null;
end $$;
drop trigger transactions_follow_decision on transactions;
create trigger transactions_follow_decision after update of status on transactions
  for each row execute function follow_decision();
drop trigger withdrawals_follow_decision on withdrawals;
create trigger withdrawals_follow_decision after update of status on withdrawals
  for each row execute function follow_decision();

-- The counters as they are now, in parts: sum n.
create view order_tally as
  select package_id, status, n from order_counts
  union all select package_id, status, n from order_count_deltas;
create view money_tally as
  select list, status, n from money_counts
  union all select list, status, n from money_count_deltas
  union all select list, was, -1 from money_decisions
  union all select list, status, 1 from money_decisions;

create or replace function fold_money_counts() returns bigint language plpgsql as $$
declare
  v_folded bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_money_counts')) then
    return 0;
  end if;
  with counted as (
    delete from money_count_deltas returning list, status, n
  ), decided as (
    delete from money_decisions returning *
  ), told as (
    insert into webhooks (event, subject, subject_id, payload)
    select subject || '.' || d.status, subject, d.row_id,
      jsonb_build_object('id', d.row_id, 'user_id', d.user_id, 'amount', d.amount, 'status', d.status)
    from decided d
    cross join books
    cross join lateral (values (case d.list when 'transactions' then 'transaction' else 'withdrawal' end)) as kind (subject)
    where books.tells_store
    order by d.id
  ), changes as (
    select list, status, n from counted
    union all select list, was, -1 from decided
    union all select list, status, 1 from decided
  ), summed as (
    select list, status, sum(n) as n, count(*) as rows from changes group by list, status
  ), folded as (
    insert into money_counts (list, status, n)
    select list, status, n from summed
    on conflict (list, status) do update set n = money_counts.n + excluded.n
  )
  select coalesce(sum(rows), 0) into v_folded from summed;
  return v_folded;
end $$;
