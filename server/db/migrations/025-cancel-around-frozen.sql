-- The withdrawals of a frozen customer stay pending when all are cancelled: his wallets stand still, everybody else's do not.
-- Rows first (the sort waits for all of them), then accounts in ascending order.
drop function cancel_pending_withdrawals(bigint, bigint);
create function cancel_pending_withdrawals(
  p_admin_id bigint, p_up_to bigint, out total bigint, out sum numeric, out left_pending bigint
) language sql as $$
  with frozen as materialized (
    select user_id from accounts where frozen_reason is not null and kind in ('earn_wallet', 'earn_hold')
  ), cancelled as (
    update withdrawals set status = 'cancel', admin_id = p_admin_id, updated_at = now()
    where status = 'pending' and (p_up_to is null or id <= p_up_to) and user_id not in (select user_id from frozen)
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
  select count(*), coalesce(sum(amount), 0),
    (select count(*) from withdrawals
     where status = 'pending' and (p_up_to is null or id <= p_up_to) and user_id in (select user_id from frozen))
  from given_back;
$$;
