import { readdirSync } from 'node:fs'
import { type Access, modules } from '#contract/access.ts'
import { mayConfirm, mustConfirm } from '#contract/effects.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { CONFIRM_MINUTES } from '#contract/limits.ts'
import { hashApiKey, newApiKey } from '../../server/platform/auth/api-keys.ts'
import { closeSession, findAdmin, openSession } from '../../server/platform/auth/sessions.ts'
import { query } from '../../server/platform/db/connect.ts'
import { STORE_KEY, type TestApp } from '../support/app.ts'
import { type Asked, ask } from '../support/ask.ts'
import { changedTables, fingerprint } from '../support/fingerprint.ts'
import { everyEndpoint, fieldsOf, samplesOf } from '../support/samples.ts'

const MODULE_KEYS = Object.keys(modules)

type Answer = 401 | 403 | 'allowed'

/** A kind of caller: how to get its credentials for an endpoint, and how the endpoint must answer it. */
interface Kind {
  readonly name: string
  token(app: TestApp, access: Access, alsoFor: readonly string[]): Promise<string | undefined>
  expected(access: Access, endpoint: Endpoint): Answer
}

const isModule = (access: Access) => MODULE_KEYS.includes(access)

/** Opened by a key, not by signing in. */
const isKeyed = (access: Access) => access === 'store' || access === 'phone'

const nobody = (access: Access): Answer => (access === 'public' ? 'allowed' : 401)
const holderOf =
  (has: (access: Access) => boolean) =>
  (access: Access): Answer => {
    if (access === 'public' || access === 'signed-in') return 'allowed'
    if (isKeyed(access)) return 401
    return has(access) ? 'allowed' : 403
  }

const ownPasswordDue = (access: Access, { withOneTimePassword }: Endpoint): Answer =>
  isKeyed(access) ? 401 : access === 'public' || withOneTimePassword ? 'allowed' : 403

let made = 0

/**
 * A new admin with these modules and every package, so that modules alone decide, with the second factor that the shop requires during
 * the matrix, and a session of their own.
 */
const createAdmin = async (
  { db, world }: TestApp,
  keys: readonly string[],
  role: 'sub' | 'super' = 'sub',
  hasSecondFactor = true,
) => {
  const [added] = await query<{ id: number }>(
    db,
    `with added as (
       insert into admins (first_name, last_name, username, email, password_hash, role)
       select $1, 'T', $1, $1 || '@t.example', password_hash, $2 from admins where id = $3
       returning id
     ), granted as (
       insert into admin_modules select added.id, auth_modules.id from added, auth_modules where key = any($4)
     ), shared as (
       insert into admin_packages select added.id, topup_packages.id from added, topup_packages
     ), factor as (
       insert into totp_secrets (admin_id, secret_sealed, is_active) select id, '', true from added where $5
     )
     select id from added`,
    [`matrix${++made}`, role, world.admins.rahim, keys, hasSecondFactor],
  )
  const id = added?.id ?? 0
  return { id, token: await openSession(db, id, false, { address: '' }) }
}

const kinds: readonly Kind[] = [
  { name: 'signed out', token: async () => undefined, expected: nobody },
  { name: 'malformed token', token: async () => 'Bearer not a token', expected: nobody },
  { name: 'very long token', token: async () => 'x'.repeat(5_000), expected: nobody },
  {
    name: 'expired',
    token: async (app) => {
      const { id, token } = await createAdmin(app, MODULE_KEYS, 'super')
      await query(app.db, 'update sessions set expires_at = now() where admin_id = $1', [id])
      return token
    },
    expected: nobody,
  },
  {
    name: 'revoked',
    token: async (app) => {
      const { token } = await createAdmin(app, MODULE_KEYS, 'super')
      const found = await findAdmin(app.db, token)
      await closeSession(app.db, found?.admin.session_id ?? 0)
      return token
    },
    expected: nobody,
  },
  {
    name: 'deleted admin',
    token: async (app) => {
      const { id, token } = await createAdmin(app, MODULE_KEYS, 'super')
      await query(app.db, 'update admins set deleted_at = now() where id = $1', [id])
      return token
    },
    expected: nobody,
  },
  { name: 'none granted', token: async (app) => (await createAdmin(app, [])).token, expected: holderOf(() => false) },
  { name: 'exactly this', token: async (app, access) => (await createAdmin(app, [access])).token, expected: holderOf(isModule) },
  {
    name: 'only what also opens it',
    token: async (app, _, alsoFor) => (await createAdmin(app, alsoFor)).token,
    expected: (access, { alsoFor }) => holderOf(() => alsoFor !== undefined)(access),
  },
  {
    name: 'every other module',
    token: async (app, access, alsoFor) =>
      (
        await createAdmin(
          app,
          MODULE_KEYS.filter((key) => key !== access && !alsoFor.includes(key)),
        )
      ).token,
    expected: holderOf(() => false),
  },
  { name: 'super', token: async (app) => (await createAdmin(app, [], 'super')).token, expected: holderOf(() => true) },
  {
    name: 'one-time password',
    token: async (app) => {
      const { id, token } = await createAdmin(app, MODULE_KEYS, 'super')
      await query(app.db, 'update admins set must_change_password = true, password_is_one_time = true where id = $1', [id])
      return token
    },
    expected: ownPasswordDue,
  },
  {
    name: 'password that somebody else set, own one due',
    token: async (app) => {
      const { id, token } = await createAdmin(app, MODULE_KEYS, 'super')
      await query(app.db, 'update admins set must_change_password = true where id = $1', [id])
      return token
    },
    expected: ownPasswordDue,
  },
  {
    name: 'password only, second factor due',
    token: async (app) => (await createAdmin(app, MODULE_KEYS, 'super', false)).token,
    expected: (access, { withFactorDue }) => (isKeyed(access) ? 401 : access === 'public' || withFactorDue ? 'allowed' : 403),
  },
  {
    name: 'not confirmed',
    token: async (app) => {
      const { id, token } = await createAdmin(app, MODULE_KEYS, 'super')
      await query(
        app.db,
        `update sessions set confirmed_at = now() - interval '${CONFIRM_MINUTES} minutes' where admin_id = $1`,
        [id],
      )
      return token
    },
    expected: (access, endpoint) => (mustConfirm(endpoint) ? 403 : holderOf(() => true)(access)),
  },
  {
    name: 'phone key',
    token: async ({ db, world }) => {
      const key = newApiKey()
      await query(
        db,
        `insert into payment_phones (name, key_hash, payment_method_ids, senders, admin_id) values ('Matrix', $1, '{1}', '{}', $2)`,
        [hashApiKey(key), world.admins.rahim],
      )
      return key
    },
    expected: (access) => (access === 'phone' || access === 'public' ? 'allowed' : 401),
  },
  {
    name: 'store key',
    token: async () => STORE_KEY,
    expected: (access) => (access === 'store' || access === 'public' ? 'allowed' : 401),
  },
]

/** What the matrix found: how many calls it made, how many were refused, and every one that went otherwise than the contract says. */
interface MatrixResult {
  calls: number
  refused: number
  mismatches: string[]
}

const REFUSALS: Record<string, Answer> = {
  'Please sign in': 401,
  'The store key is missing, wrong or revoked': 401,
  'The phone’s key is missing, wrong or revoked': 401,
  'Access Denied': 403,
  'Choose your own password first': 403,
  'Add a second factor first': 403,
  'Sign in again or confirm your password': 403,
}

/** How an endpoint answered as far as access is concerned; a wrong password (401 of a public call) is not a refusal of access. */
const answerOf = ({ status, body }: { status: number; body: { message?: string } }): Answer | 'unclear' => {
  const refusal = REFUSALS[body.message ?? '']
  if (refusal === undefined) return status === 403 ? 'unclear' : 'allowed'
  return refusal === status ? refusal : 'unclear'
}

const needed = (endpoint: Endpoint, sample: Record<string, unknown>) => {
  const parsed = endpoint.input.safeParse(sample)
  return parsed.success ? (endpoint.needs ?? []).find((need) => need.when?.(parsed.data)) : undefined
}

/** A refusal that names a field of the input is a decision on the row or the change, not on the call. */
const isAboutField = (endpoint: Endpoint, { body }: Asked) =>
  fieldsOf(endpoint).some(({ name }) => name === body.errors?.[0]?.param)

interface Cell {
  readonly name: string
  readonly endpoint: Endpoint
  readonly kind: Kind
}

const describeCall = ({ name, kind }: Cell, sample: object, { status, body }: Asked) =>
  `${name} ${JSON.stringify(sample)} as ${kind.name}: ${status} ${body.message}`

/** Every table and every file. */
const printOf = async ({ db, imagesFolder }: TestApp) => ({
  ...(await fingerprint(db)),
  'the images folder': readdirSync(imagesFolder).sort().join(' '),
})

/** Callers by kind and what decides about them: a refused call changes none, so that the next endpoint has the same ones. */
const callersFor = async (app: TestApp, cells: readonly Cell[]): Promise<(cell: Cell) => string | undefined> => {
  const tokens = new Map<string, string | undefined>()
  const keyOf = ({ endpoint: { access, alsoFor = [] }, kind }: Cell) => [kind.name, access, ...alsoFor].join(' ')
  for (const cell of cells) {
    const { endpoint, kind } = cell
    if (!tokens.has(keyOf(cell))) tokens.set(keyOf(cell), await kind.token(app, endpoint.access, endpoint.alsoFor ?? []))
  }
  return (cell) => tokens.get(keyOf(cell))
}

/** Calls that must be refused, endpoint by endpoint: after those of each everything must be as it was. */
const tryRefused = async (app: TestApp, rows: readonly (readonly Cell[])[]): Promise<MatrixResult> => {
  const tokenOf = await callersFor(app, rows.flat())
  // A session notes its use once a minute: on a slow machine the calls take longer.
  await query(app.db, `update sessions set last_used_at = now() + interval '1 day'`)
  const result: MatrixResult = { calls: 0, refused: 0, mismatches: [] }
  let before = await printOf(app)
  for (const cells of rows) {
    for (const cell of cells) {
      const { endpoint, kind } = cell
      const expected = kind.expected(endpoint.access, endpoint)
      // Who is nobody is refused before anything of the input is read.
      const samples = expected === 401 ? samplesOf(endpoint).slice(0, 1) : samplesOf(endpoint)
      for (const sample of samples) {
        const reply = await ask(app.url, endpoint, sample, tokenOf(cell))
        result.calls += 1
        result.refused += 1
        if (answerOf(reply) !== expected) result.mismatches.push(`${describeCall(cell, sample, reply)}, expected ${expected}`)
      }
    }
    const after = await printOf(app)
    const changed = changedTables(before, after)
    if (changed.length > 0) {
      const names = cells.map(({ kind }) => kind.name).join(', ')
      result.mismatches.push(`${cells[0]?.name} as one of ${names}: refused, but ${changed.join(', ')} changed`)
    }
    before = after
  }
  return result
}

/** A call that must be let in, unless it asks for a change that needs a further module: that refusal names the field. */
const tryAllowed = async (app: TestApp, cell: Cell, sample: Record<string, unknown>): Promise<MatrixResult> => {
  const { endpoint, kind } = cell
  const need = kind.name === 'exactly this' ? needed(endpoint, sample) : undefined
  const token = await kind.token(app, endpoint.access, endpoint.alsoFor ?? [])
  const before = need && (await printOf(app))
  const reply = await ask(app.url, endpoint, sample, token)
  const what = describeCall(cell, sample, reply)
  const mismatches: string[] = []
  if (reply.status >= 500) mismatches.push(what)
  if (before) {
    const changed = changedTables(before, await printOf(app))
    if (reply.status !== 403 || reply.body.errors?.[0]?.param !== need?.field)
      mismatches.push(`${what}, expected 403 at ${need?.field}`)
    if (changed.length > 0) mismatches.push(`${what}: ${changed.join(', ')} changed`)
  } else if (
    answerOf(reply) !== 'allowed' &&
    !(kind.name === 'not confirmed' && mayConfirm(endpoint) && reply.body.code === 'confirm_required') &&
    !(kind.name === 'exactly this' && reply.status === 403 && isAboutField(endpoint, reply))
  ) {
    mismatches.push(`${what}, expected to be let in`)
  }
  return { calls: 1, refused: need ? 1 : 0, mismatches }
}

/** Every endpoint of the contract by every kind of caller, with every choice of its fields. Refusals first: they must find all as it was. */
export const runAccessMatrix = async (app: TestApp): Promise<MatrixResult> => {
  const total: MatrixResult = { calls: 0, refused: 0, mismatches: [] }
  const add = ({ calls, refused, mismatches }: MatrixResult) => {
    total.calls += calls
    total.refused += refused
    total.mismatches.push(...mismatches)
  }
  // Calls of settings.update that are let in change this, when what must be refused has been.
  await query(app.db, `update settings set second_factor = 'all', own_password_required = 1`)
  const rows = everyEndpoint.map(({ name, endpoint }) => kinds.map((kind): Cell => ({ name, endpoint, kind })))
  const isAllowed = ({ endpoint, kind }: Cell) => kind.expected(endpoint.access, endpoint) === 'allowed'
  const isRefused = (cell: Cell) => !isAllowed(cell)
  add(
    await tryRefused(
      app,
      rows.map((cells) => cells.filter(isRefused)),
    ),
  )
  for (const cell of rows.flat().filter(isAllowed)) {
    for (const sample of samplesOf(cell.endpoint)) add(await tryAllowed(app, cell, sample))
  }
  await query(app.db, `update settings set second_factor = 'optional', confirm_again = 1, own_password_required = 0`)
  return total
}
