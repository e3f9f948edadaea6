import type { Tk } from '#contract/money.ts'
import { type AccountKind, accountTitle, explain, inEnglish } from '#contract/statement-lines.ts'
import type { StatementLine } from '#contract/statements.ts'
import { countEntries, walkEntries } from '../../core/ledger/entries.ts'
import { sumEntries } from '../../core/ledger/sums.ts'
import { fromNearerEnd } from '../../core/lists/far-page.ts'
import { type Db, query } from '../../platform/db/connect.ts'

interface StatementAccount {
  id: number
  account: string
  kind: AccountKind
  balance: Tk
  frozen: string | null
  lines?: number
}

const ACCOUNT = `
  select a.id, a.kind, a.frozen_reason as frozen, a.side, a.balance,
    coalesce(u.username, d.first_name || ' ' || d.last_name) as owner
  from accounts a
  left join users u on u.id = a.user_id
  left join admins d on d.id = a.admin_id`

interface RawAccount extends Pick<StatementAccount, 'id' | 'kind' | 'frozen'> {
  side: number
  /** Null for the store's own accounts. */
  balance: Tk | null
  owner: string | null
}

export type AccountOwner =
  | { userId: number; kind: string; orDeleted: boolean }
  | { adminId: number; orDeleted: boolean }
  | { kind: string }

const conditionOf = (owner: AccountOwner): [string, unknown[]] => {
  if ('userId' in owner) {
    return ['a.user_id = $1 and a.kind = $2 and (u.deleted_at is null or $3)', [owner.userId, owner.kind, owner.orDeleted]]
  }
  if ('adminId' in owner) return ['a.admin_id = $1 and (d.deleted_at is null or $2)', [owner.adminId, owner.orDeleted]]
  return ['a.user_id is null and a.admin_id is null and a.kind = $1', [owner.kind]]
}

export const findAccount = async (db: Db, owner: AccountOwner): Promise<StatementAccount | undefined> => {
  const [condition, parameters] = conditionOf(owner)
  const [row] = await query<RawAccount>(db, `${ACCOUNT} where ${condition}`, parameters)
  if (!row) return
  const { id, kind, frozen, balance } = row
  const account = { id, kind, frozen, account: accountTitle(row.owner, kind) }
  if (balance !== null) return { ...account, balance }
  const { n, amount } = await sumEntries(db, id)
  return { ...account, balance: (row.side * amount) as Tk, lines: n }
}

interface RawLine extends Omit<StatementLine, 'explanation' | 'by'> {
  is_hidden: boolean
  first_name: string | null
  last_name: string | null
}

export interface Visibility {
  /** Null means all. */
  readonly packages: readonly number[] | null
  readonly productOrders: boolean
}

const linesOf = (entries: string) => `
  select j.id, j.at, j.source, j.source_id, j.kind, j.reason, (a.side * e.amount)::tk as amount, e.balance_after,
    by.first_name, by.last_name,
    case j.source
      when 'order' then not ($2::bigint[] is null or o.package_id = any($2))
      when 'product_order' then not $3
      else false
      end as is_hidden,
    coalesce(case j.source
      when 'order' then o.name
      when 'product_order' then r.name || ' × ' || r.quantity
      when 'wallet_add' then coalesce(m.name || ', ', '') || t.number
      when 'withdrawal' then w.number
      end, '') as detail,
    x.kind as other_kind, a.side <> x.side as rises_with_other, coalesce(xu.username, xa.first_name || ' ' || xa.last_name) as other_owner
  from (${entries}) as e
  join accounts a on a.id = $1
  join journals j on j.id = e.id
  join accounts x on x.id = e.other_id
  left join users xu on xu.id = x.user_id
  left join admins xa on xa.id = x.admin_id
  left join admins by on by.id = j.admin_id
  left join orders o on j.source = 'order' and o.id = j.source_id
  left join product_orders r on j.source = 'product_order' and r.id = j.source_id
  left join wallet_adds t on j.source = 'wallet_add' and t.id = j.source_id
  left join payment_methods m on m.id = t.payment_method_id
  left join withdrawals w on j.source = 'withdrawal' and w.id = j.source_id`

const describe = (line: RawLine): StatementLine => {
  const { id, at, kind, amount, balance_after, other_kind, other_owner, rises_with_other } = line
  const moved = { id, at, kind, amount, balance_after, other_kind, other_owner, rises_with_other }
  const said = line.is_hidden ? { ...moved, ...HIDDEN_DETAILS } : { ...moved, ...recordOf(line) }
  return { ...said, explanation: explain(said, inEnglish) }
}

const HIDDEN_DETAILS = { source: null, source_id: null, detail: '', by: '', reason: '' }

const recordOf = ({ source, source_id, detail, reason, first_name, last_name }: RawLine) => ({
  source,
  source_id,
  detail,
  by: first_name === null ? '' : `${first_name} ${last_name}`,
  reason,
})

interface Page {
  page: number
  limit: number
  order?: 'asc' | 'desc' | undefined
}

/** One page with the exact total. Orders out of `visibility` show only their amount. The further half is read from the other end: a
 * store account has millions of lines, and open pages refresh every few seconds. */
export const readLines = async (
  db: Db,
  { id, lines: counted }: StatementAccount,
  visibility: Visibility,
  { page, limit, order = 'desc' }: Page,
) => {
  const total = counted ?? (await countLines(db, id))
  const { offset, limit: rows, reversed } = fromNearerEnd({ offset: (page - 1) * limit, limit }, total)
  const direction = (order === 'asc') === reversed ? 'desc' : 'asc'
  const entries = `
    select * from (${walkEntries('$1', { direction, limit: '$4' })}) as both_sides
    order by id ${direction} limit ${rows} offset $5`
  const sql = `${linesOf(entries)} order by e.id ${order}`
  const lines = await query<RawLine>(db, sql, [id, visibility.packages, visibility.productOrders, offset + rows, offset])
  return { lines: lines.map(describe), total }
}

const countLines = async (db: Db, accountId: number) => {
  const [count] = await query<{ n: number }>(db, `select ${countEntries('$1')} as n`, [accountId])
  return count?.n ?? 0
}

export const walkLines = async function* (
  db: Db,
  accountId: number,
  sight: Visibility,
  batch: number,
): AsyncGenerator<StatementLine[]> {
  let after = 0
  for (;;) {
    const entries = `
      select * from (${walkEntries('$1', { direction: 'asc', limit: `${batch}`, after: '$4' })}) as both_sides
      order by id limit ${batch}`
    const rows = await query<RawLine>(db, `${linesOf(entries)} order by e.id`, [
      accountId,
      sight.packages,
      sight.productOrders,
      after,
    ])
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(describe)
    after = last.id
  }
}
