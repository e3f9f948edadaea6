import { type Db, query, withoutTimeLimit } from '../db/connect.ts'
import type { Vault } from './vault.ts'

/** A package's codes that were hidden (0), because nobody can read them any more, or are for sale again (1), because they can be read. */
interface MovedCodes {
  readonly package_id: number
  readonly status: 0 | 1
  readonly ids: number[]
}

/** What a look at every code has changed, and how many it left hidden although they open again. */
export interface Outcome {
  readonly moved: readonly MovedCodes[]
  readonly left: number
}

/** Why a code's history says that nobody hid it. */
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

// Those in the recycle bin too: they come back with the status that they have.
const MOVE = `
  with moved as (
    update vouchers set status = $1 where id = any($2) and status = 1 - $1 returning package_id, id
  )
  select package_id, $1::int as status, array_agg(id order by id) as ids from moved group by package_id order by package_id`

// A package that was stopped while it had none to sell gives them to its orders again.
const SELL = `
  update topup_packages set sells_vouchers = true
  where not sells_vouchers
    and id in (select package_id from vouchers where id = any($1) and status = 1 and deleted_at is null)`

/** What a look at every code with a key has found. */
export interface Tried {
  /** For sale, and closed to the key. */
  readonly dead: readonly number[]
  /** Hidden as lost, and open to it. */
  readonly found: readonly number[]
  readonly doAllOpen: boolean
  readonly doesAnyOpen: boolean
}

/** Tries the key of a vault on every code. */
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
        const isOpen = vault.openIfOurs(sealed, 'voucher.code') !== undefined
        doAllOpen &&= isOpen
        doesAnyOpen ||= isOpen
        if (!isOpen && status === 1) dead.push(id)
        if (isOpen && is_hidden_by_us) found.push(id)
        after = id
      }
    } while (rows.length === AT_ONCE)
    return { dead, found, doAllOpen, doesAnyOpen }
  })

/**
 * Hides what is for sale and does not open: a customer would pay for a code that can be given to nobody. What was hidden for that
 * reason and opens again, since the key was found after all, is for sale again. But not where other codes do not open: they were
 * typed in while the key was away, may be the same ones, and nobody can compare them.
 */
export const moveCodes = (db: Db, { dead, found, doAllOpen }: Tried): Promise<Outcome> =>
  withoutTimeLimit(db, async (own) => {
    const moved = await query<MovedCodes>(own, MOVE, [0, dead])
    if (!doAllOpen) return { moved, left: found.length }
    const again = await query<MovedCodes>(own, MOVE, [1, found])
    await query(own, SELL, [found])
    return { moved: [...moved, ...again], left: 0 }
  })
