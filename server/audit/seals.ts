import type { AuditCheck } from '#contract/audit.ts'
import { type Db, query, withoutTimeLimit } from '../db/connect.ts'
import type { Job } from '../jobs/jobs.ts'
import type { Vault } from '../vault/vault.ts'

const SEAL_EVERY_MS = 30_000
/** Rows under one seal at most: what one statement reads and hashes. */
const ROWS_PER_SEAL = 10_000
/** Rows and seals that one look compares at most, so that it answers in seconds. */
const ROWS_PER_LOOK = 200_000
const SEALS_PER_LOOK = 2_000

/** Before every id, so that nothing can be put in front of the first row. */
const BEGINNING = Number.MIN_SAFE_INTEGER

/** How far the log's ids had been given out, and when. */
interface Mark {
  readonly id: number
  readonly at: string
}

// The id is read first: whoever was given one up to it had begun before the clock was looked at.
const MARK = `
  with given as materialized (select last_value as id from audit_id_seq where is_called)
  select id, clock_timestamp() as at from given`

const STILL_RUNNING = `
  select exists (
    select from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid() and xact_start <= $1
  ) as is_running`

/** Seals the log as it grows. Ids are given out before rows are saved, so only a mark is sealed whose transactions have all ended. */
export const auditSeals = (vault: Vault): Job => {
  let mark: Mark | undefined
  return {
    name: 'seal the audit log',
    everyMs: SEAL_EVERY_MS,
    run: async (db) => {
      const [running] = mark ? await query<{ is_running: boolean }>(db, STILL_RUNNING, [mark.at]) : []
      if (mark && running?.is_running) return
      if (mark) await sealUpTo(db, vault, mark.id)
      mark = (await query<Mark>(db, MARK))[0]
    },
  }
}

interface Seal {
  readonly id: number
  readonly from_id: number
  readonly to_id: number
  readonly rows: number
  readonly total: number
  readonly seal: Buffer
}

const HASH = `
  encode(sha256(convert_to(coalesce(string_agg(jsonb_build_array(
    a.id, a.at, a.actor, a.admin_id, a.address, a.request_id, a.action, a.subject, a.subject_id, a.facts)::text, E'\\n' order by a.id
  ), ''), 'utf8')), 'hex')`

/** What a seal is made over: the seal before it, its place, and its rows. */
const sealOf = (
  vault: Vault,
  before: Buffer | undefined,
  { from_id, to_id, rows, total }: Omit<Seal, 'id' | 'seal'>,
  hash: string,
) => vault.digest(['audit', before?.toString('hex') ?? '', from_id, to_id, rows, total, hash].join(' '))

/** Seals every row up to an id below which nobody writes any more. On several servers at once each stretch is sealed by one. */
export const sealUpTo = async (db: Db, vault: Vault, id: number): Promise<void> => {
  for (;;) {
    const [last] = await query<Seal>(db, 'select * from audit_seals order by id desc limit 1')
    const from_id = last?.to_id ?? BEGINNING
    const [stretch] = await query<{ rows: number; to_id: number; first_at: string; last_at: string; hash: string }>(
      db,
      `select count(*) as rows, max(a.id) as to_id, min(a.at) as first_at, max(a.at) as last_at, ${HASH} as hash
       from (select * from audit where id > $1 and id <= $2 order by id limit ${ROWS_PER_SEAL}) as a`,
      [from_id, id],
    )
    if (!stretch || stretch.rows === 0) return
    const { rows, to_id, first_at, last_at, hash } = stretch
    const total = (last?.total ?? 0) + rows
    const seal = sealOf(vault, last?.seal, { from_id, to_id, rows, total }, hash)
    await query(
      db,
      `insert into audit_seals (from_id, to_id, rows, total, first_at, last_at, seal)
       values ($1, $2, $3, $4, $5, $6, $7) on conflict (from_id) do nothing`,
      [from_id, to_id, rows, total, first_at, last_at, seal],
    )
  }
}

const LOOK = `
  with base as (select coalesce((select total from audit_seals where id = $1), 0) as total)
  select s.id, s.from_id, s.to_id, s.rows, s.total, s.seal, now.rows as rows_now, now.hash
  from audit_seals s
  cross join lateral (
    select count(*) as rows, ${HASH} as hash
    from audit a
    where a.id > s.from_id and a.id <= s.to_id
  ) as now
  where s.id > $1
    and (s.total <= (select total from base) + ${ROWS_PER_LOOK} or s.id = (select min(id) from audit_seals where id > $1))
  order by s.id
  limit ${SEALS_PER_LOOK}`

/** Compares the log with its seals, from the one after `after` on; goes on at `next` until that is null. */
export const checkSeals = async (db: Db, vault: Vault, after: number): Promise<AuditCheck> => {
  const seals = await withoutTimeLimit(db, (own) => query<Seal & { rows_now: number; hash: string }>(own, LOOK, [after]))
  const [first] = await query<Seal>(db, 'select * from audit_seals where id <= $1 order by id desc limit 1', [after])
  const faults: string[] = []
  let before = first
  for (const seal of seals) {
    const begins = before?.to_id ?? BEGINNING
    if (seal.from_id !== begins) faults.push(`Between #${firstId(begins)} and #${seal.from_id} a seal is missing`)
    const place = { from_id: seal.from_id, to_id: seal.to_id, rows: seal.rows_now, total: (before?.total ?? 0) + seal.rows_now }
    const made = sealOf(vault, before?.seal, place, seal.hash)
    const isWhole = made.equals(seal.seal) && seal.rows === seal.rows_now && seal.total === place.total
    if (!isWhole) {
      faults.push(
        `Between #${firstId(seal.from_id)} and #${seal.to_id} something was changed, added or removed after it had been sealed`,
      )
    }
    before = seal
  }
  const more = before && (await query(db, 'select 1 from audit_seals where id > $1 limit 1', [before.id])).length > 0
  return {
    seals: seals.length,
    rows: seals.reduce((sum, { rows_now }) => sum + rows_now, 0),
    faults,
    next: more && seals.length > 0 ? (before?.id ?? null) : null,
  }
}

const firstId = (after: number) => (after === BEGINNING ? 1 : after + 1)
