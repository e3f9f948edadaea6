import type { LifeEntry } from '#contract/vouchers.ts'
import { type Context, ordersSeen } from '../../platform/context.ts'
import { query } from '../../platform/db/connect.ts'

/** The newest of a code that was read very often. */
const LIFE_ROWS = 500

/** Combines the row, its order and the audit log. Only admins who see packages $2 learn who worked on the order. */
const LIFE = `
  select at, event, coalesce(a.first_name || ' ' || a.last_name, '') as by, before, after, code_changed, reason
  from (
    select v.created_at as at, 'added' as event, v.added_by as admin_id, null::jsonb as before, null::jsonb as after,
      false as code_changed, null as reason, 0::bigint as place
    from vouchers v
    where v.id = $1
    union all
    select coalesce(v.used_at, o.closed_at), 'delivered',
      case when $2::bigint[] is null or o.package_id = any($2) then coalesce(d.admin_id, o.completed_by) end, null, null, false, null, 0
    from order_codes c
    join orders o on o.id = c.order_id
    join vouchers v on v.id = c.voucher_id
    -- The admin who corrects the order later stands in completed_by.
    left join lateral (
      select t.admin_id
      from audit t
      where t.subject = 'order' and t.subject_id = o.id and (t.facts -> 'voucher_id' = to_jsonb(v.id) or t.facts -> 'voucher_ids' @> to_jsonb(v.id))
      order by t.id
      limit 1
    ) as d on true
    where c.voucher_id = $1
    union all
    select t.at,
      case t.action
        when 'vouchers.reveal' then 'revealed' when 'vouchers.update' then 'edited' when 'vouchers.remove' then 'deleted'
        when 'vouchers.restore' then 'restored' when 'vouchers.setBack' then 'set_back'
      end,
      t.admin_id, t.facts -> 'before',
      -- An edit may leave the status as it is.
      jsonb_strip_nulls(jsonb_build_object('status', t.facts -> 'status', 'package_id', t.facts -> 'package_id')),
      coalesce((t.facts ->> 'code_changed')::boolean, false),
      case t.action when 'vouchers.setBack' then t.facts ->> 'reason' end, t.id
    from audit t
    where t.subject = 'voucher' and t.subject_id = $1
      and t.action in ('vouchers.reveal', 'vouchers.update', 'vouchers.remove', 'vouchers.restore', 'vouchers.setBack')
  ) as happened
  left join admins a on a.id = happened.admin_id
  order by at desc, place desc
  limit ${LIFE_ROWS + 1}`

export const readLife = async ({ db, admin }: Context, id: number): Promise<{ life: LifeEntry[]; has_more: boolean }> => {
  const rows = await query<LifeEntry>(db, LIFE, [id, ordersSeen(admin)])
  const shown = rows.slice(0, LIFE_ROWS).toReversed()
  return {
    life: shown.map((entry) => (entry.event === 'edited' ? entry : { ...entry, before: null, after: null })),
    has_more: rows.length > LIFE_ROWS,
  }
}
