import type { AuditCheck } from '#contract/audit.ts'
import { type Db, query, withoutTimeLimit } from '../../platform/db/connect.ts'
import { type Mark, markIds, writersOf } from '../../platform/db/settled.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { Head, HeadStore } from '../../platform/vault/audit-head.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import { inSystemAct } from '../acts.ts'
import { findUnmoved } from './unmoved.ts'

/** Twice this, while somebody writes, is less than a second. */
const SEAL_EVERY_MS = 400
const TELL_EVERY_MS = 60_000
const ROWS_PER_SEAL = 10_000
const ROWS_PER_LOOK = 200_000
const SEALS_PER_LOOK = 20_000

/** Before every id, so that no row can be inserted before the first. */
const BEGINNING = Number.MIN_SAFE_INTEGER

/** A row sealed later than this is reported: a log that was rewritten and sealed again looks like that. */
const LATE_DAYS = 1

const STILL_WRITING = `select exists (select ${writersOf('audit')} and virtualtransaction = any($1)) as is_writing`

const isWriting = async (db: Db, { writers }: Mark) =>
  writers.length > 0 && (await query<{ is_writing: boolean }>(db, STILL_WRITING, [writers]))[0]?.is_writing

interface Outside {
  readonly head?: HeadStore
  /** Receives the head once a minute while the log grows. */
  readonly tell?: (head: Head) => void
}

/** Seals the log as it grows, up to a mark below which all transactions have ended, because ids are assigned before rows are saved.
 * Throws once a known seal has disappeared. The head outside the database is what a new server knows. */
export const auditSeals = (vault: Vault, { head, tell }: Outside = {}): Job => {
  let mark: Mark | undefined
  let newest: Head | undefined
  let reached = BEGINNING
  let toldAt = Number.NEGATIVE_INFINITY
  return {
    name: 'seal the audit log',
    everyMs: SEAL_EVERY_MS,
    run: async (db) => {
      newest ??= head?.read()
      if (mark && (await isWriting(db, mark))) return
      if (newest && !(await isReached(db, newest))) {
        throw new Error('The seals of the audit log were removed or changed. It is sealed no further: compare it on /audit.')
      }
      const settled = mark?.id ?? BEGINNING
      mark = await markIds(db, 'audit')
      const until = mark?.writers.length === 0 ? mark.id : settled
      if (until <= reached) return
      await sealUpTo(db, vault, until)
      reached = until
      const last = await readHead(db)
      if (!last || last.hash === newest?.hash) return
      newest = last
      head?.write(last)
      if (tell && performance.now() - toldAt > TELL_EVERY_MS) {
        tell(last)
        toldAt = performance.now()
      }
    },
  }
}

interface Segment {
  readonly from_id: number
  readonly to_id: number
  readonly rows: number
  readonly total: number
  readonly first_at: string
  readonly last_at: string
  readonly sealed_at: string
}

interface Seal extends Segment {
  readonly id: number
  readonly seal: Buffer
}

const lastSeal = async (db: Db): Promise<Seal | undefined> =>
  (await query<Seal>(db, 'select * from audit_seals order by id desc limit 1'))[0]

export const readHead = async (db: Db): Promise<Head | undefined> => {
  const last = await lastSeal(db)
  return last && { id: last.to_id, hash: last.seal.toString('hex') }
}

/** Whether the log still contains what it had reached. */
export const isReached = async (db: Db, { id, hash }: Head): Promise<boolean> => {
  const [seal] = await query<Seal>(db, 'select * from audit_seals where from_id < $1 order by from_id desc limit 1', [id])
  return seal?.to_id === id && seal.seal.toString('hex') === hash
}

const CONTENT = `
  count(*) as rows, min(a.at) as first_at, max(a.at) as last_at,
  encode(sha256(coalesce(string_agg(sha256(convert_to(jsonb_build_array(
    a.id, a.at, a.actor, a.admin_id, a.address, a.request_id, a.action, a.subject, a.subject_id, a.facts, a.act_id)::text, 'utf8'
  )), ''::bytea order by a.id), ''::bytea)), 'hex') as hash`

const sealOf = (vault: Vault, before: Buffer | undefined, stretch: Segment, hash: string): Buffer => {
  const { from_id, to_id, rows, total, first_at, last_at, sealed_at } = stretch
  return vault.digest(
    ['audit', before?.toString('hex') ?? '', from_id, to_id, rows, total, first_at, last_at, sealed_at, hash].join(' '),
  )
}

/** Seals up to an id below which nothing is being written. Several servers may run it: each range is sealed once. */
export const sealUpTo = async (db: Db, vault: Vault, id: number): Promise<void> => {
  for (;;) {
    const last = await lastSeal(db)
    const from_id = last?.to_id ?? BEGINNING
    const [found] = await query<Omit<Segment, 'from_id' | 'total'> & { hash: string }>(
      db,
      `select ${CONTENT}, max(a.id) as to_id, clock_timestamp() as sealed_at
       from (select * from audit where id > $1 and id <= $2 order by id limit ${ROWS_PER_SEAL}) as a`,
      [from_id, id],
    )
    if (!found || found.rows === 0) return
    const { hash, ...rest } = found
    const segment = { ...rest, from_id, total: (last?.total ?? 0) + found.rows }
    const seal = sealOf(vault, last?.seal, segment, hash)
    await inSystemAct(db, 'jobs.sealAudit', (own) =>
      query(
        own,
        `insert into audit_seals (from_id, to_id, rows, total, first_at, last_at, sealed_at, seal)
         values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (from_id) do nothing`,
        [from_id, segment.to_id, segment.rows, segment.total, segment.first_at, segment.last_at, segment.sealed_at, seal],
      ),
    )
  }
}

const LOOK = `
  with base as (select coalesce((select total from audit_seals where id = $1), 0) as total)
  select s.*, now.rows as rows_now, now.first_at as first_at_now, now.last_at as last_at_now, now.hash,
    s.last_at < s.sealed_at - interval '${LATE_DAYS} days' as is_late
  from audit_seals s
  cross join lateral (
    select ${CONTENT}
    from audit a
    where a.id > s.from_id and a.id <= s.to_id
  ) as now
  where s.id > $1
    and (s.total <= (select total from base) + ${ROWS_PER_LOOK} or s.id = (select min(id) from audit_seals where id > $1))
  order by s.id
  limit ${SEALS_PER_LOOK}`

interface Verified extends Seal {
  readonly rows_now: number
  readonly first_at_now: string
  readonly last_at_now: string
  readonly hash: string
  readonly is_late: boolean
}

/** Compares the log with its seals from the one after `after`, and its end with `head`. Continue at `next` until it is null. */
export const checkSeals = async (db: Db, vault: Vault, after: number, head?: Head): Promise<AuditCheck> => {
  const seals = await withoutTimeLimit(db, (own) => query<Verified>(own, LOOK, [after]))
  let [before] = await query<Seal>(db, 'select * from audit_seals where id <= $1 order by id desc limit 1', [after])
  const faults: string[] = []
  for (const seal of seals) {
    const begins = before?.to_id ?? BEGINNING
    if (seal.from_id !== begins) faults.push(`Between #${firstId(begins)} and #${seal.from_id} a seal is missing`)
    if (!isWhole(vault, before, seal)) {
      const [from, to] = [firstId(seal.from_id), seal.to_id]
      faults.push(`Entries between #${from} and #${to} were changed, added or removed after sealing`)
    }
    before = seal
  }
  const [first] = seals
  if (first && before)
    faults.push(...(await withoutTimeLimit(db, (own) => findUnmoved(own, first.from_id, seals.at(-1)?.to_id ?? 0))))
  const more = before && (await query(db, 'select 1 from audit_seals where id > $1 limit 1', [before.id])).length > 0
  if (!more && head && !(await isReached(db, head))) {
    faults.push(`The log had reached #${head.id}: its end is missing or was replaced`)
  }
  return {
    seals: seals.length,
    rows: sum(seals.map(({ rows_now }) => rows_now)),
    late: sum(seals.map(({ is_late, rows_now }) => (is_late ? rows_now : 0))),
    faults,
    next: more && seals.length > 0 ? (before?.id ?? null) : null,
  }
}

const isWhole = (vault: Vault, before: Seal | undefined, seal: Verified): boolean => {
  const { rows_now: rows, first_at_now: first_at, last_at_now: last_at, from_id, to_id, sealed_at, hash } = seal
  const total = (before?.total ?? 0) + rows
  const made = sealOf(vault, before?.seal, { from_id, to_id, rows, total, first_at, last_at, sealed_at }, hash)
  const matchesSeal = seal.rows === rows && seal.total === total && seal.first_at === first_at && seal.last_at === last_at
  return matchesSeal && made.equals(seal.seal)
}

/** Seals the whole log under another key, stretch by stretch as it is. A seal that does not fit stays, so the log never looks sounder than
 * before. Runs in the owner's transaction. */
export const resealLog = async (db: Db, from: Vault, to: Vault): Promise<void> => {
  let before: Seal | undefined
  let made: Buffer | undefined
  for (;;) {
    const seals: Verified[] = await query<Verified>(db, LOOK, [before?.id ?? 0])
    if (seals.length === 0) return
    const remade: Buffer[] = []
    for (const seal of seals) {
      made = isWhole(from, before, seal) ? sealOf(to, made, seal, seal.hash) : seal.seal
      remade.push(made)
      before = seal
    }
    await query(
      db,
      `update audit_seals s set seal = n.seal from unnest($1::bigint[], $2::bytea[]) as n (id, seal) where s.id = n.id`,
      [seals.map(({ id }) => id), remade],
    )
  }
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)

const firstId = (after: number) => (after === BEGINNING ? 1 : after + 1)
