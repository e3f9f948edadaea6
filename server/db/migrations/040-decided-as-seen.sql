-- Whoever approves says which amount he has seen: with another one by now nothing is decided, still in one statement.
drop function decide_wallet_add(bigint, text, bigint);
create function decide_wallet_add(p_id bigint, p_status text, p_admin_id bigint, p_seen numeric default null)
returns void language plpgsql as $$
declare
  v_user bigint;
  v_amount numeric;
  v_seq integer;
begin
  update transactions set status = p_status, admin_id = p_admin_id, updated_at = now()
  where id = p_id and status = 'pending' and (p_seen is null or amount = p_seen)
  returning user_id, amount, corrections into v_user, v_amount, v_seq;
  if not found then
    if not exists (select from transactions where id = p_id) then
      raise exception 'there is no transaction %', p_id using errcode = 'TD404';
    end if;
    raise exception 'transaction % is not pending with that amount', p_id
      using errcode = 'check_violation', constraint = 'transactions_flow';
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
