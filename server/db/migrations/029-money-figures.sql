-- The dashboard's figures of money and customers by day, made as those of orders are.
select pg_advisory_xact_lock(hashtext('fold_money_counts'));
lock table transactions, users, journals in share mode;
select fold_money_counts();

-- When a wallet add was completed, while it is; an edit of a completed one does not move it to another day.
alter table transactions add column completed_at timestamptz;
update transactions t set completed_at = coalesce(
  (select max(at) from journals j where j.source = 'wallet_add' and j.source_id = t.id and j.kind = 'completed'), t.updated_at)
where status = 'completed';

create or replace function guard_transaction() returns trigger language plpgsql as $$
begin
  if new.user_id <> old.user_id then
    raise exception 'a transaction keeps its customer' using errcode = 'restrict_violation';
  end if;
  if old.status = 'completed' and (
    (new.status <> 'completed' and not (new.status = 'cancel' and new.corrections = old.corrections + 1))
    or (new.status = 'completed' and new.amount <> old.amount and new.edits <> old.edits + 1)
  ) then
    raise exception 'transaction % cannot go from % to %', old.id, old.status, new.status
      using errcode = 'check_violation', constraint = 'transactions_flow';
  end if;
  new.completed_at := case when new.status <> 'completed' then null when old.status = 'completed' then old.completed_at else now() end;
  return new;
end $$;
create function date_completed() returns trigger language plpgsql as $$
begin
  if new.status = 'completed' and new.completed_at is null then
    new.completed_at := now();
  end if;
  return new;
end $$;
create trigger transactions_date_completed before insert on transactions for each row execute function date_completed();

-- Money and customers: 'users' are living ones by the day they came, 'wallet_adds' completed ones by the day they were, 'wallets'
-- what is in all customers' wallets, those of deleted ones too. For all days: -infinity.
create table money_figures (
  kind text not null,
  day date not null,
  n bigint not null,
  amount numeric not null,
  primary key (kind, day)
);

alter table money_count_deltas
  add column day date,
  add column amount numeric not null default 0;
alter table money_decisions
  add column was_amount tk not null,
  add column was_completed_at timestamptz,
  add column completed_at timestamptz;
-- What other journals than those of wallet adds, which a decision tells of, move in customers' wallets.
create table wallet_moves (amount tk not null);

-- Customers whose wallets count no longer.
create index users_deleted on users (id) where deleted_at is not null;

create or replace function count_new_users() returns trigger language plpgsql as $$
begin
  insert into money_count_deltas (list, status, block, day, n)
  select 'users', 'living', block_of(id), shop_day(created_at), count(*) from added where deleted_at is null group by 3, 4;
  return null;
end $$;
create or replace function count_deleted_user() returns trigger language plpgsql as $$
begin
  insert into money_count_deltas (list, status, block, day, n)
  values ('users', 'living', block_of(new.id), shop_day(new.created_at), case when new.deleted_at is null then 1 else -1 end);
  return null;
end $$;

create function count_new_transactions() returns trigger language plpgsql as $$
begin
  insert into money_count_deltas (list, status, block, day, n, amount)
  select 'transactions', status, block_of(id), shop_day(completed_at), count(*),
    case status when 'completed' then sum(amount) else 0 end
  from added
  group by 2, 3, 4;
  return null;
end $$;
drop trigger transactions_count_new on transactions;
create trigger transactions_count_new after insert on transactions
  referencing new table as added
  for each statement execute function count_new_transactions();

create or replace function follow_decision() returns trigger language plpgsql as $$
begin
  if new.status <> old.status then
    insert into money_decisions (list, row_id, user_id, amount, was, status, was_amount)
    values (tg_table_name, new.id, new.user_id, new.amount, old.status, new.status, old.amount);
  end if;
  return null;
end $$;
-- A completed wallet add that is edited is told of too: it moves its day's sum, and neither counter nor store.
create function follow_wallet_add() returns trigger language plpgsql as $$
begin
  if new.status <> old.status or (new.status = 'completed' and new.amount <> old.amount) then
    insert into money_decisions (list, row_id, user_id, amount, was, status, was_amount, was_completed_at, completed_at)
    values ('transactions', new.id, new.user_id, new.amount, old.status, new.status, old.amount, old.completed_at, new.completed_at);
  end if;
  return null;
end $$;
drop trigger transactions_follow_decision on transactions;
create trigger transactions_follow_decision after update of status, amount on transactions
  for each row execute function follow_wallet_add();

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

create view money_figures_counted as
  select 'users' as kind, shop_day(created_at) as day, count(*) as n, 0::numeric as amount
  from users where deleted_at is null group by 2
  union all select 'users', '-infinity', count(*), 0 from users where deleted_at is null
  union all
  select 'wallet_adds', shop_day(completed_at), count(*), sum(amount) from transactions where status = 'completed' group by 2
  union all
  -- By the entries: a wallet that is not what they say is a finding of its own.
  select 'wallets', '-infinity', 0, coalesce(sum(e.amount), 0)
  from entries e
  join accounts a on a.id = e.account_id and a.kind = 'user_wallet';

create view money_figure_deltas as
  with adds as (
    select day, n, amount from money_count_deltas where list = 'transactions' and status = 'completed'
    union all
    select shop_day(completed_at), 1::bigint, amount::numeric from money_decisions where list = 'transactions' and status = 'completed'
    union all
    select shop_day(was_completed_at), -1::bigint, -was_amount::numeric
    from money_decisions where list = 'transactions' and was = 'completed'
  )
  select 'users' as kind, day, n, 0::numeric as amount from money_count_deltas where list = 'users' and day is not null
  union all select 'users', '-infinity'::date, n, 0::numeric from money_count_deltas where list = 'users'
  union all select 'wallet_adds', day, n, amount from adds where day is not null
  union all select 'wallets', '-infinity'::date, 0::bigint, amount from adds
  union all select 'wallets', '-infinity'::date, 0::bigint, amount::numeric from wallet_moves;

create view money_figure_tally as
  select kind, day, n, amount from money_figures
  union all select kind, day, n, amount from money_figure_deltas;

create or replace function fold_money_counts() returns bigint language plpgsql as $$
declare
  v_folded bigint;
  v_lists text;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_money_counts')) then
    return 0;
  end if;
  with counted as (
    delete from money_count_deltas returning list, status, block, n
  ), decided as (
    delete from money_decisions returning *
  ), moved as (
    delete from wallet_moves
  ), figures as (
    insert into money_figures (kind, day, n, amount)
    select kind, day, sum(n), sum(amount) from money_figure_deltas group by kind, day
    on conflict (kind, day) do update set n = money_figures.n + excluded.n, amount = money_figures.amount + excluded.amount
  ), told as (
    insert into webhooks (event, subject, subject_id, payload)
    select subject || '.' || d.status, subject, d.row_id,
      jsonb_build_object('id', d.row_id, 'user_id', d.user_id, 'amount', d.amount, 'status', d.status)
    from decided d
    cross join books
    cross join lateral (values (case d.list when 'transactions' then 'transaction' else 'withdrawal' end)) as kind (subject)
    where books.tells_store and d.status <> d.was
    order by d.id
  ), changes as (
    select list, status, block, n from counted
    union all select list, was, block_of(row_id), -1 from decided
    union all select list, status, block_of(row_id), 1 from decided
  ), summed as (
    select list, status, block, sum(n) as n, count(*) as rows from changes group by list, status, block
  ), folded as (
    insert into money_counts (list, status, block, n)
    select list, status, block, n from summed
    on conflict (list, status, block) do update set n = money_counts.n + excluded.n
  )
  select coalesce(sum(rows), 0), string_agg(distinct list, ',') into v_folded, v_lists from summed;
  if v_lists is not null then
    perform pg_notify('topdeck_lists', v_lists);
  end if;
  return v_folded;
end $$;

-- What stood here before.
insert into money_figures select * from money_figures_counted;
