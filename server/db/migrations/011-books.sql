-- The check of the books: what it found, and what may not move until it is mended.

alter table accounts
  add column frozen_reason text,
  add column frozen_at timestamptz;
create index accounts_frozen on accounts (id) where frozen_reason is not null;

create table books (
  id integer primary key default 1 check (id = 1),
  -- Set while a journal does not sum to zero: then no money moves at all.
  stopped_reason text,
  checked_at timestamptz,
  took_ms integer not null default 0,
  -- The breaks that the last check found, by rule.
  report jsonb not null default '{}',
  -- Whether decisions are told to the store.
  tells_store boolean not null default false
);
insert into books default values;
create trigger books_stay before delete or truncate on books for each statement execute function refuse_change();

-- As before, and: refuses (TD503) while the books are stopped, or where one of the wallets is frozen.
create or replace function post_journal(
  p_source text, p_source_id bigint, p_kind text, p_seq integer, p_admin_id bigint, p_reason text, p_at timestamptz,
  p_accounts bigint[], p_amounts numeric[]
) returns bigint language plpgsql as $$
declare
  v_journal bigint;
  v_accounts bigint[] := '{}';
  v_amounts numeric[] := '{}';
  v_after numeric[] := '{}';
  v_account bigint;
  v_amount numeric;
  v_balance numeric;
  v_reason text;
begin
  select stopped_reason into v_reason from books;
  if v_reason is not null then
    raise exception 'No money moves until this is mended: %', v_reason using errcode = 'TD503';
  end if;
  insert into journals (source, source_id, kind, seq, admin_id, reason, at)
  values (p_source, p_source_id, p_kind, p_seq, p_admin_id, coalesce(p_reason, ''), coalesce(p_at, now()))
  returning id into v_journal;
  perform set_config('topdeck.posting', 'on', true);
  for v_account, v_amount in
    select account, amount from unnest(p_accounts, p_amounts) as t (account, amount) order by account
  loop
    update accounts set balance = balance + side * v_amount
    where id = v_account and balance is not null
    returning balance, frozen_reason into v_balance, v_reason;
    if found and v_reason is not null then
      raise exception 'This wallet is frozen until this is mended: %', v_reason using errcode = 'TD503';
    end if;
    v_accounts := v_accounts || v_account;
    v_amounts := v_amounts || v_amount;
    v_after := v_after || case when found then v_balance end;
  end loop;
  perform set_config('topdeck.posting', '', true);
  insert into entries (journal_id, account_id, amount, balance_after)
  select v_journal, account, amount, after
  from unnest(v_accounts, v_amounts, v_after) as t (account, amount, after);
  return v_journal;
end $$;

-- Keeps what a check found: freezes the accounts of p_breaks ({"<account id>": "<reason>"}), frees the others.
create function keep_check(p_report jsonb, p_breaks jsonb, p_stopped text, p_took_ms integer) returns void language sql as $$
  update accounts set frozen_reason = null, frozen_at = null
  where frozen_reason is not null and not p_breaks ? id::text;
  update accounts a set frozen_reason = b.value, frozen_at = coalesce(a.frozen_at, now())
  from jsonb_each_text(p_breaks) as b
  where a.id = b.key::bigint and a.frozen_reason is distinct from b.value;
  update books set report = p_report, stopped_reason = p_stopped, took_ms = p_took_ms, checked_at = now();
$$;

-- Decides a pending wallet add in one step: status, both wallets, journal. Answers the status that it met and what it decided;
-- nothing where there is no such row. Of two callers at once the second waits, and then meets what the first has left.
create function decide_wallet_add(
  p_id bigint, p_status text, p_admin_id bigint,
  out met text, out user_id bigint, out amount numeric
) returns setof record language plpgsql as $$
#variable_conflict use_column
declare
  v_seq integer;
begin
  update transactions t set status = p_status, admin_id = p_admin_id, updated_at = now()
  where t.id = p_id and t.status = 'pending' and p_status <> 'pending'
  returning t.user_id, t.amount, t.corrections into user_id, amount, v_seq;
  if not found then
    select t.status into met from transactions t where t.id = p_id;
    if found then return next; end if;
    return;
  end if;
  met := 'pending';
  if p_status = 'completed' then
    perform post_journal('wallet_add', p_id, 'completed', v_seq, p_admin_id, '', now(),
      array[
        (select a.id from accounts a where a.admin_id = p_admin_id),
        (select a.id from accounts a where a.user_id = decide_wallet_add.user_id and a.kind = 'user_wallet')
      ],
      array[-amount, amount]);
  end if;
  return next;
end $$;

-- Cancels every pending withdrawal up to an id (null: all) and gives each hold back. Rows first, then accounts in ascending order.
create function cancel_pending_withdrawals(p_admin_id bigint, p_up_to bigint, out total bigint, out sum numeric)
language plpgsql as $$
declare
  v_row record;
begin
  total := 0;
  sum := 0;
  for v_row in
    with cancelled as (
      update withdrawals set status = 'cancel', admin_id = p_admin_id, updated_at = now()
      where status = 'pending' and (p_up_to is null or id <= p_up_to)
      returning id, user_id, amount, reopens
    )
    select c.*, earn.id as earn_id, hold.id as hold_id
    from cancelled c
    join accounts earn on earn.user_id = c.user_id and earn.kind = 'earn_wallet'
    join accounts hold on hold.user_id = c.user_id and hold.kind = 'earn_hold'
    order by earn.id, c.id
  loop
    perform post_journal('withdrawal', v_row.id, 'cancelled', v_row.reopens, p_admin_id, '', now(),
      array[v_row.earn_id, v_row.hold_id], array[v_row.amount, -v_row.amount]);
    total := total + 1;
    sum := sum + v_row.amount;
  end loop;
end $$;
