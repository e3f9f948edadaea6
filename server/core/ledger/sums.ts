import { type Db, query } from '../../platform/db/connect.ts'
import { markIds } from '../../platform/db/settled.ts'
import { within } from './entries.ts'

/** What an account's entries come to: how many there are, and their sum in tk, credit-positive. */
interface Sum {
  readonly n: number
  readonly amount: number
}

/** The sum of the entries up to a journal that none before it can follow any more: journals are neither changed nor removed. */
interface CachedSum extends Sum {
  readonly upTo: number
}

const cache = new WeakMap<Db, Map<number, CachedSum>>()

const part = (side: 'debit' | 'credit', sign: string) =>
  `select id, ${sign}amount as amount from journals where ${within(side, '$1', '$2')}`

// $1 account, $2 the journal up to which $3 and $4 are kept, $5 the one up to which they may be kept from now on.
const SUMS = `
  select $3::bigint + count(*) as n, $4::numeric + coalesce(sum(amount), 0) as amount,
    $3::bigint + count(*) filter (where id <= $5) as kept_n,
    $4::numeric + coalesce(sum(amount) filter (where id <= $5), 0) as kept_amount
  from (${part('debit', '-')} union all ${part('credit', '')}) as both_sides`

/** What the entries of one of the store's own accounts come to. It has no balance, because a row that every journal updates
 * would be a queue for everybody; a server keeps what it has added up, and reads on from there. */
export const sumEntries = async (db: Db, accountId: number): Promise<Sum> => {
  const sums = cache.get(db) ?? new Map<number, CachedSum>()
  cache.set(db, sums)
  const cached = sums.get(accountId)
  const mark = await markIds(db, 'journals')
  // Where fewer ids were given out than were added up, another database has taken the place of this one.
  const known = cached && mark && mark.id >= cached.upTo ? cached : { upTo: 0, n: 0, amount: 0 }
  const settled = mark?.writers.length === 0 ? mark.id : known.upTo
  const [row] = await query<Sum & { kept_n: number; kept_amount: number }>(db, SUMS, [
    accountId,
    known.upTo,
    known.n,
    known.amount,
    settled,
  ])
  if (!row) throw new Error('An aggregate answers one row')
  sums.set(accountId, { upTo: settled, n: row.kept_n, amount: row.kept_amount })
  return { n: row.n, amount: row.amount }
}
