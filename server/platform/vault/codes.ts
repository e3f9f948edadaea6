import { type Db, query, withoutTimeLimit } from '../db/connect.ts'
import type { Vault } from './vault.ts'

/** Hidden (0) because they cannot be decrypted, or for sale again (1). */
interface MovedCodes {
  readonly package_id: number
  readonly status: 0 | 1
  readonly ids: number[]
}

/** `left`: hidden codes that open again but stay hidden. */
export interface Outcome {
  readonly moved: readonly MovedCodes[]
  readonly left: number
}

export const LOST = 'master key lost'

const AT_ONCE = 10_000

const NEXT = `
  select id, status, code_sealed as sealed, status = 0 and exists (
    select from audit t
    where t.subject = 'voucher' and t.subject_id = v.id and t.facts ->> 'reason' = '${LOST}'
      and not exists (
        select from audit later
        where later.subject = 'voucher' and later.subject_id = v.id and later.id > t.id and later.action = 'vouchers.update')
  ) as is_hidden_by_us
  from vouchers v where id > $1 order by id limit ${AT_ONCE}`

interface Row {
  readonly id: number
  readonly status: number
  readonly sealed: Buffer
  readonly is_hidden_by_us: boolean
}

// Includes the recycle bin: restored codes keep their status.
const MOVE = `
  with moved as (
    update vouchers set status = $1 where id = any($2) and status = 1 - $1 returning package_id, id
  )
  select package_id, $1::int as status, array_agg(id order by id) as ids from moved group by package_id order by package_id`

// Resumes packages that were stopped because they had no codes.
const SELL = `
  update topup_packages set sells_vouchers = true
  where not sells_vouchers
    and id in (select package_id from vouchers where id = any($1) and status = 1 and deleted_at is null)`

export interface Tried {
  readonly dead: readonly number[]
  /** Hidden as lost but decryptable. */
  readonly found: readonly number[]
  readonly doAllOpen: boolean
  readonly doesAnyOpen: boolean
}

export const tryCodes = (db: Db, vault: Vault): Promise<Tried> =>
  withoutTimeLimit(db, async (own) => {
    const dead: number[] = []
    const found: number[] = []
    let doAllOpen = true
    let doesAnyOpen = false
    let rows: Row[]
    let after = 0
    do {
      rows = await query<Row>(own, NEXT, [after])
      for (const { id, status, sealed, is_hidden_by_us } of rows) {
        const isOpen = vault.openIfOurs(sealed, `voucher.code ${id}`) !== undefined
        doAllOpen &&= isOpen
        doesAnyOpen ||= isOpen
        if (!isOpen && status === 1) dead.push(id)
        if (isOpen && is_hidden_by_us) found.push(id)
        after = id
      }
    } while (rows.length === AT_ONCE)
    return { dead, found, doAllOpen, doesAnyOpen }
  })

/** Hides codes that are for sale but do not open: customers would pay for nothing. Codes hidden for that reason return if the key was
 * found, unless others do not open, which may be duplicates of them. */
export const moveCodes = (db: Db, { dead, found, doAllOpen }: Tried): Promise<Outcome> =>
  withoutTimeLimit(db, async (own) => {
    const moved = await query<MovedCodes>(own, MOVE, [0, dead])
    if (!doAllOpen) return { moved, left: found.length }
    const again = await query<MovedCodes>(own, MOVE, [1, found])
    await query(own, SELL, [found])
    return { moved: [...moved, ...again], left: 0 }
  })
