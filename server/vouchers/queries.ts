import { CODE_USE_DAYS, REVEAL_MINUTES } from '#contract/limits.ts'
import { maskOf, type PackageCodes, type VoucherQuery, type VoucherRow } from '#contract/vouchers.ts'
import { type Context, holds, ordersSeen } from '../context.ts'
import { pageById } from '../core/lists/far-page.ts'
import { type Bind, statement } from '../core/lists/statement.ts'
import { type Db, query } from '../platform/db/connect.ts'

const DELETED = 3

interface FlatRow extends Omit<VoucherRow, 'code' | 'User'> {
  code_last4: string
  username: string | null
}

const ROW = `
  v.id, v.code_last4, v.status, v.package_id, k.name as package_name, p.name as product_name, v.user_id, u.username,
  o.id as order_id, v.created_at, v.used_at, v.deleted_at, v.version`

/** `orders`: the packages whose orders the caller may see, because the order of a code leads to it. */
const joinsWithin = (orders: string) => `
  join topup_packages k on k.id = v.package_id
  join topup_products p on p.id = k.product_id
  left join users u on u.id = v.user_id
  left join orders o on o.voucher_id = v.id and (${orders}::bigint[] is null or o.package_id = any(${orders}))`

const toVoucherRow = ({ code_last4, username, ...row }: FlatRow): VoucherRow => ({
  ...row,
  code: maskOf(code_last4),
  User: username === null ? null : { username },
})

export const findVoucher = async (ctx: Context, id: number): Promise<VoucherRow | undefined> => {
  const sql = `select ${ROW} from vouchers v ${joinsWithin('$2')} where v.id = $1`
  return (await query<FlatRow>(ctx.db, sql, [id, ordersSeen(ctx.admin)])).map(toVoucherRow)[0]
}

type Filters = Pick<VoucherQuery, 'user' | 'package' | 'status' | 'voucher'>

interface RowFilter {
  readonly where: string
  readonly total: string
  /** SQL of the rows per block of ids; undefined for small, uncounted sets. */
  readonly tally: string | undefined
}

/** The status is a literal so that the planner can use its partial index. */
const countLive = ({ user, package: packageId, status, voucher }: Filters, ctx: Context, bind: Bind): RowFilter => {
  const ofPackage = packageId === undefined ? '' : `package_id = ${bind(packageId)}`
  const conditions = ['deleted_at is null', ofPackage, status === undefined ? '' : `status = ${Number(status)}`]
  if (user !== undefined) conditions.push(`user_id = ${bind(user)}`)
  if (voucher !== undefined) conditions.push(`code_index = ${bind(ctx.vault.index(voucher))}`)
  const where = conditions
    .filter(Boolean)
    .map((condition) => `v.${condition}`)
    .join(' and ')
  if (user !== undefined || voucher !== undefined) {
    return { where, total: `select count(*) as total from vouchers v where ${where}`, tally: undefined }
  }
  const state = status === undefined ? `state <> ${DELETED}` : `state = ${Number(status)}`
  return { where, ...counted([ofPackage, state].filter(Boolean).join(' and ')) }
}

const counted = (which: string) => ({
  // From the counters and pending changes, never a scan.
  total: `select coalesce(sum(n), 0)::bigint as total from voucher_tally where ${which}`,
  tally: `select block, n from voucher_block_tally where ${which}`,
})

export const listVouchers = (ctx: Context, input: VoucherQuery) => readPage(ctx, input, (bind) => countLive(input, ctx, bind))

export const listDeleted = (ctx: Context, input: Pick<VoucherQuery, 'page' | 'limit' | 'sort' | 'order'>) =>
  readPage(ctx, input, () => ({ where: 'v.deleted_at is not null', ...counted(`state = ${DELETED}`) }))

const readPage = async (
  ctx: Context,
  { page, limit, order }: Pick<VoucherQuery, 'page' | 'limit' | 'order'>,
  filtersOf: (bind: Bind) => RowFilter,
) => {
  const { parameters, bind } = statement()
  const { where, total, tally } = filtersOf(bind)
  const list = { tally, from: 'vouchers v', where, id: 'v.id', direction: order ?? 'desc' } as const
  const rows = pageById({ ...list, offset: (page - 1) * limit, limit }, bind)
  const sql = `
    with page as (${rows}), total as (${total})
    select total.total, ${ROW}
    from total
    left join (page join vouchers v on v.id = page.id ${joinsWithin(bind(ordersSeen(ctx.admin)))}) on true
    order by page.place`
  const found = await query<FlatRow & { total: number }>(ctx.db, sql, parameters)
  const count = found[0]?.total ?? 0
  const vouchers = found.filter((row) => row.id !== null).map(({ total: _, ...row }) => toVoucherRow(row))
  return { vouchers, voucher_count: count, total: count }
}

const COUNTS = `
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
  where k.sells_vouchers
  order by s.codes_left, k.id`

export const countByPackage = (db: Db): Promise<PackageCodes[]> => query<PackageCodes>(db, COUNTS)

/** The sealed code if this admin revealed it recently, according to the audit log. A replaced code needs a new reveal. */
export const findRevealed = async ({ db, admin }: Context, id: number): Promise<Buffer | undefined> => {
  if (!holds(admin, 'vouchers_reveal')) return undefined
  const sql = `
    select code_sealed
    from vouchers
    where id = $1 and exists (
      select from audit r
      where r.subject = 'voucher' and r.subject_id = $1 and r.admin_id = $2 and r.action = 'vouchers.reveal'
        and r.at > now() - interval '${REVEAL_MINUTES} minutes'
        and not exists (
          select from audit c
          where c.subject = 'voucher' and c.subject_id = $1 and c.id > r.id and c.action = 'vouchers.update'
            and c.facts ? 'code_changed'
        )
    )`
  return (await query<{ code_sealed: Buffer }>(db, sql, [id, admin.id]))[0]?.code_sealed
}
