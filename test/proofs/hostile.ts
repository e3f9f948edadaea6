import { createHash } from 'node:crypto'
import { Agent, request as send } from 'node:http'
import { sql } from 'kysely'
import type { Endpoint } from '#contract/endpoint.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { withdrawals } from '#contract/withdrawals.ts'
import { hashPassword } from '../../server/platform/auth/passwords.ts'
import { openSession } from '../../server/platform/auth/sessions.ts'
import { query } from '../../server/platform/db/connect.ts'
import { STORE_KEY, type TestApp } from '../support/app.ts'
import { changedTables, fingerprint } from '../support/fingerprint.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { type Random, randomFrom, runMany } from '../support/random.ts'
import { everyEndpoint, PLAIN_PICTURE } from '../support/samples.ts'
import { askForWalletAdd, completeWalletAdd } from '../world.ts'
import { keepRows, unexpectedColumns } from './changed-columns.ts'
import { type HostileRequest, makeForeign, makeHostile } from './hostile-input.ts'

const AT_ONCE = 16
const SHOWN_CHARACTERS = 300

/** What a run found; `failures` is empty when all went well. */
interface HostileResult {
  requests: number
  byStatus: Record<string, number>
  failures: string[]
  /** Changes without exactly one audit row, and audit rows without a successful change. */
  auditFaults: string[]
  /** Columns that changed although no call that succeeded may change them, and tables that no call of this run may write. */
  unexpectedChanges: string[]
  /** Calls that write and never succeeded: of these the run has measured refusals alone. */
  neverDone: string[]
}

/** Who may do what, and which migrations ran: the callers hold it all already, so nobody can grant anything to row 1. */
const GUARDED = ['admin_modules', 'admin_packages', 'admin_products', 'migrations']

const FILE_OR_STREAM = /^(text\/(event-stream|csv)|application\/vnd\.openxmlformats)\b/

interface Answer {
  status: number
  requestId: string
  type: string
  text: string
}

/** Sends a request and reads its reply; a stream's reply is not read, as it may have no end. */
const exchange = (url: string, agent: Agent, { method, path, headers, body }: HostileRequest): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const sent = body === undefined ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) }
    const outgoing = send({ hostname, port, method, path, headers: sent, agent, timeout: PATIENCE_MS }, (reply) => {
      const head = {
        status: reply.statusCode ?? 0,
        requestId: String(reply.headers['x-request-id'] ?? ''),
        type: String(reply.headers['content-type'] ?? ''),
      }
      if (FILE_OR_STREAM.test(head.type)) {
        resolve({ ...head, text: '' })
        reply.on('error', () => {})
        reply.destroy()
        return
      }
      const chunks: Buffer[] = []
      reply.on('data', (chunk: Buffer) => chunks.push(chunk))
      reply.on('error', reject)
      reply.on('end', () => resolve({ ...head, text: Buffer.concat(chunks).toString('utf8') }))
    })
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer within ${PATIENCE_MS} ms`)))
    outgoing.on('error', reject)
    outgoing.end(body)
  })

/** Of a request that waited too long for a connection nothing was done: it is sent again. */
const untilServed = async (...request: Parameters<typeof exchange>): Promise<Answer> => {
  for (;;) {
    const answer = await exchange(...request)
    if (answer.status !== 503 || !answer.text.includes('"code":"busy"')) return answer
  }
}

const isErrorList = (errors: unknown) =>
  Array.isArray(errors) &&
  errors.length > 0 &&
  errors.every(({ msg, param }) => typeof msg === 'string' && msg !== '' && (param === undefined || typeof param === 'string'))

/** What is wrong with a reply, or undefined. */
const faultOf = (method: string, { status, type, text }: Answer): string | undefined => {
  if (status >= 500) return `status ${status}`
  if (method === 'HEAD') return text === '' ? undefined : 'a HEAD was answered with a body'
  if (FILE_OR_STREAM.test(type)) return status === 200 ? undefined : `a file or stream with status ${status}`
  if (!type.startsWith('application/json')) return `content type ${type}`
  let body: Record<string, unknown>
  try {
    body = JSON.parse(text)
  } catch {
    return 'not JSON'
  }
  if (status >= 200 && status < 300) return body.success === true && 'data' in body ? undefined : 'not a success envelope'
  if (status < 400) return `status ${status}`
  if (body.success !== false || typeof body.message !== 'string' || body.message === '') return 'not an error envelope'
  return isErrorList(body.errors) ? undefined : 'errors are not well formed'
}

/** Ids that no hostile input names: the callers must not be deleted or lowered by another call. */
const CALLERS_FROM = 900_000

/** Their own email is theirs to change. */
const CALLERS_PRINT = `
  select string_agg((to_jsonb(a) - 'email' - 'version')::text, ' ' order by a.id) as print
  from admins a
  where a.id > ${CALLERS_FROM}`

/** Callers whose tokens hostile requests carry. A logout that gets through ends its session: the next request opens another. */
const callers = async ({ db, world }: TestApp) => {
  const password_hash = await hashPassword('nobody knows this one')
  await query(db, 'update admins set password_hash = $1', [password_hash])
  const { rahim, karim, nadia } = world.admins
  await query(
    db,
    `insert into admins (id, first_name, last_name, username, email, password_hash, role) overriding system value
     select id + $1, first_name, last_name, username || '2', '2' || email, password_hash, role from admins where id = any($2)`,
    [CALLERS_FROM, [rahim, karim, nadia]],
  )
  const [all, some, none] = [rahim, karim, nadia].map((id) => id + CALLERS_FROM) as [number, number, number]
  // Cash to hand over.
  for (const id of [rahim, all, some]) {
    const add = await askForWalletAdd(db, { userId: world.users.shila, amount: 50_000 })
    await completeWalletAdd(db, add, id)
  }
  await query(db, 'insert into admin_modules select $1, id from auth_modules', [some])
  await query(db, 'insert into admin_packages select $1, topup_package_id from admin_packages where admin_id = $2', [some, karim])
  return (random: Random, access: string, isForeign: boolean): Promise<string> | string => {
    if (access === 'store') return STORE_KEY
    if (isForeign) return openSession(db, all, false, { address: '' })
    if (random.chance(0.02))
      return random.pick(['', 'Bearer', 'Bearer ', 'Basic OnA=', STORE_KEY, 'é'.repeat(50), 'x'.repeat(8_000)])
    return openSession(db, random.pick([all, all, some, some, none]), false, { address: '' })
  }
}

/** Rows of people with low ids, so that each call that names one finds one of its own. */
const addBystanders = async ({ db }: TestApp) => {
  await query(
    db,
    `insert into admins (first_name, last_name, username, email, password_hash)
     select 'By', 'Stander', 'by' || i, 'by' || i || '@t.example', 'x' from generate_series(1, 8) i`,
  )
  await query(db, `insert into users (username, phone) select 'by' || i, '0190000000' || i from generate_series(1, 8) i`)
  await query(db, 'insert into uploads (path, uploaded_by, stored_at) select $1, min(id), now() from admins', [PLAIN_PICTURE])
  await query(db, `insert into banners (banner, note, link) select $1, 'By', '' from generate_series(1, 8)`, [PLAIN_PICTURE])
  await query(db, `insert into notices (image, notice, link) select $1, 'By', '' from generate_series(1, 8)`, [PLAIN_PICTURE])
}

const printCallers = async ({ db }: TestApp) => (await query<{ print: string }>(db, CALLERS_PRINT))[0]?.print

const KEYS: readonly string[] = ['', 'same-key', 'k'.repeat(200), 'k'.repeat(201), "'", '\u00e9', '__proto__']

/** They end sessions of calls under way, whose downloads would stop in the middle. */
const ENDING: readonly string[] = ['security.endSession', 'security.endOtherSessions']

/** The first requests bring foreign columns to every call that writes, so many times to each. */
const FOREIGN_EACH = 5
const writes = everyEndpoint.filter(
  ({ name, endpoint }) => endpoint.method === 'POST' && !endpoint.upload && !ENDING.includes(name),
)

/** Sends hostile requests made from the contract to every endpoint. Repeatable in what it sends by its seed. */
export const runHostile = async (
  app: TestApp,
  { requests, seed }: { requests: number; seed: number },
): Promise<HostileResult> => {
  const result: HostileResult = { requests: 0, byStatus: {}, failures: [], auditFaults: [], unexpectedChanges: [], neverDone: [] }
  const tokenFor = await callers(app)
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const before = await fingerprint(app.db)
  await addBystanders(app)
  await keepRows(app.db)
  const whoCalls = await printCallers(app)
  const changes = new Map<string, Change>()
  await runMany(requests, AT_ONCE, async (index) => {
    const random = randomFrom(createHash('sha256').update(`${seed} ${index}`).digest().readUInt32LE())
    const foreign = index < FOREIGN_EACH * writes.length ? writes[index % writes.length] : undefined
    const { name, endpoint } = foreign ?? chooseEndpoint(random)
    const hostile = foreign ? makeForeign(endpoint, random) : makeHostile(endpoint, random)
    const key = random.chance(0.9) ? `${seed}-${index}` : random.pick(KEYS)
    Object.assign(hostile.headers, {
      authorization: await tokenFor(random, endpoint.access, foreign !== undefined),
      'idempotency-key': key,
    })
    const fault = await untilServed(app.url, agent, hostile).then(
      (answer) => {
        result.byStatus[answer.status] = (result.byStatus[answer.status] ?? 0) + 1
        const isChange = hostile.method === 'POST' && answer.status >= 200 && answer.status < 300
        if (isChange)
          changes.set(answer.requestId, {
            name,
            mayBeNothing: KEYS.includes(key) || ALREADY_SO.includes(name),
            rows: auditRowsOf(endpoint, answer),
          })
        const found = faultOf(hostile.method, answer)
        return found && `${found}: ${answer.text.slice(0, SHOWN_CHARACTERS)}`
      },
      (error: Error) => error.message,
    )
    result.requests++
    if (fault) result.failures.push(describe(`#${index} ${name}`, hostile, fault))
  })
  agent.destroy()
  const done = new Set([...changes.values()].map(({ name }) => name))
  result.neverDone = writes.map(({ name }) => name).filter((name) => !done.has(name))
  result.auditFaults = await compareWithAudit(app, changes)
  const after = await fingerprint(app.db)
  const guarded = changedTables(before, after).filter((table) => GUARDED.includes(table))
  result.unexpectedChanges = [...guarded, ...(await unexpectedColumns(app.db))]
  if ((await printCallers(app)) !== whoCalls) result.unexpectedChanges.push('the callers themselves')
  return result
}

interface Change {
  name: string
  /** A repeat of a key, or of what is so already. */
  mayBeNothing: boolean
  /** How many audit rows it must have written. */
  rows: number
}

/** One row per change; of a call on many rows one for each that was done; Cancel All has its own beside theirs; a heartbeat none. */
const auditRowsOf = (endpoint: Endpoint, { text }: Answer): number => {
  if (endpoint.audit === 'none') return 0
  const data =
    // A file is no JSON.
    !text.startsWith('{')
      ? undefined
      : (JSON.parse(text) as { data?: { done?: unknown; refused?: unknown; order?: unknown; total?: unknown } }).data
  if (isCancelAll(endpoint)) return 1 + Number(data?.total)
  // 'Take next' where nothing waits.
  if (data?.order === null) return 0
  return Array.isArray(data?.done) && Array.isArray(data.refused) ? data.done.length : 1
}

const isCancelAll = (endpoint: Endpoint) => [walletAdds.cancelAll, withdrawals.cancelAll].some((call) => call === endpoint)

/** Each successful change against what the audit log says: a repeated key gives its first reply again and writes nothing. */
const compareWithAudit = async ({ db }: TestApp, changes: Map<string, Change>): Promise<string[]> => {
  // A wrong second factor is recorded although nothing was done, and the world is made by the owner's SQL.
  const isCalled = sql<boolean>`(not facts ? 'refused' and action <> 'owner.sql')`
  const rows = await db.selectFrom('audit').select(['request_id', 'action']).where(isCalled, '=', true).execute()
  const written = Map.groupBy(rows, (row) => row.request_id)
  const wrong = [...changes].filter(([id, change]) => {
    const found = written.get(id)?.length ?? 0
    return found !== change.rows && !(change.mayBeNothing && found < change.rows)
  })
  const stray = rows.filter((row) => !changes.has(row.request_id))
  return [
    ...wrong.map(([id, change]) => `${change.name} (${id}) has ${written.get(id)?.length ?? 0} rows instead of ${change.rows}`),
    ...stray.map((row) => `${row.request_id} did not succeed, but has a row: ${row.action}`),
  ]
}

/** Calls that succeed, and change nothing, where nothing waits or it is so already. */
const ALREADY_SO: readonly string[] = [
  ...['desk.takeNext', 'admins.setRole', 'admins.edit', 'admins.changeOwnEmail', 'store.addUser', 'users.update', 'rates.update'],
  ...['desk.claim', 'desk.writeInternalNote', 'users.writeNote', 'vouchers.update'],
  ...['orders.setStatus', 'walletAdds.setStatus', 'withdrawals.setStatus', 'handOvers.setStatus', 'productOrders.setStatus'],
]

const HASHES: readonly string[] = [
  ...['sessions.login', 'sessions.changePassword', 'admins.create', 'admins.resetPassword'],
  ...['store.signIn', 'store.setPassword'],
]

/** Every endpoint in turn of chance, but those that end sessions; those that hash a password come a tenth as often: each takes a core. */
const chooseEndpoint = (random: Random) => {
  for (;;) {
    const chosen = random.pick(everyEndpoint)
    if (ENDING.includes(chosen.name)) continue
    if (!HASHES.includes(chosen.name) || random.chance(0.1)) return chosen
  }
}

const describe = (what: string, { method, path, headers, body }: HostileRequest, fault: string) => {
  const shown = String(body ?? '').slice(0, SHOWN_CHARACTERS)
  return `${what}: ${fault}\n    ${method} ${path.slice(0, SHOWN_CHARACTERS)} ${headers['content-type'] ?? ''}\n    ${shown}`
}
