import { CODE_USE_DAYS } from '#contract/limits.ts'

const usedLately = (packageId: string) => `
  select count(*) as used_lately
  from vouchers v
  where v.package_id = ${packageId} and v.status = 2 and v.used_at > now() - interval '${CODE_USE_DAYS} days'
    -- What was pasted as Used was no use of these days.
    and v.used_at > v.created_at`

/** SQL: what each package that sells codes has, and how long it lasts, the fewest left first. */
export const packageCodes = (where = 'true') => `
  select k.id as package_id, k.name, p.name as product_name, n.ready, n.used, n.hidden, x.n as expired, s.codes_left, u.used_lately, d.days_left,
    s.codes_left < (select low_stock_codes from settings) and s.availability <> 'inactive' as is_low, l.at as low_since
  from topup_packages k
  join package_states s on s.id = k.id
  join expired_codes x on x.package_id = k.id
  join topup_products p on p.id = k.product_id
  left join low_stock l on l.package_id = k.id and l.ended_at is null
  cross join lateral (
    select coalesce(sum(n) filter (where state = 1), 0)::bigint as ready, coalesce(sum(n) filter (where state = 2), 0)::bigint as used,
      coalesce(sum(n) filter (where state = 0), 0)::bigint as hidden
    from voucher_tally
    where package_id = k.id
  ) n
  cross join lateral (${usedLately('k.id')}) u
  cross join lateral (
    -- The pool of its recipe that ends first, at the rate of all packages that take from it.
    select min(floor(greatest(v.free, 0) * ${CODE_USE_DAYS}.0 / nullif(u.used_lately, 0)))::bigint as days_left
    from package_parts r
    join voucher_pools v on v.id = r.pool_id
    cross join lateral (${usedLately('r.pool_id')}) u
    where r.package_id = k.id
  ) d
  where k.sells_vouchers and ${where}
  order by s.codes_left, k.id`
