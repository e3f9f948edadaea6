import { CODE_USE_DAYS } from '#contract/limits.ts'

/** SQL: what each package that sells codes has, and how long it lasts, the fewest left first. */
export const packageCodes = (where = 'true') => `
  select k.id as package_id, k.name, p.name as product_name, n.ready, n.used, n.hidden, s.codes_left, u.used_lately,
    case when u.used_lately > 0 then floor(s.codes_left * ${CODE_USE_DAYS}.0 / u.used_lately)::bigint end as days_left,
    s.codes_left < (select low_stock_codes from settings) and s.availability <> 'inactive' as is_low, l.at as low_since
  from topup_packages k
  join package_states s on s.id = k.id
  join topup_products p on p.id = k.product_id
  left join low_stock l on l.package_id = k.id and l.ended_at is null
  cross join lateral (
    select coalesce(sum(n) filter (where state = 1), 0)::bigint as ready, coalesce(sum(n) filter (where state = 2), 0)::bigint as used,
      coalesce(sum(n) filter (where state = 0), 0)::bigint as hidden
    from voucher_tally
    where package_id = k.id
  ) n
  cross join lateral (
    select count(*) as used_lately
    from vouchers v
    where v.package_id = k.id and v.status = 2 and v.used_at > now() - interval '${CODE_USE_DAYS} days'
      -- What was pasted as Used was no use of these days.
      and v.used_at > v.created_at
  ) u
  where k.sells_vouchers and ${where}
  order by s.codes_left, k.id`
