import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { admins } from '#contract/admins.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { inAct, openDatabase, query, setActKey } from '../../server/platform/db/connect.ts'
import { openPool } from '../../server/platform/db/pool.ts'
import { actKey } from '../../server/platform/vault/vault.ts'
import { startApp } from '../support/app.ts'
import { addTotp } from '../support/second-factor.ts'
import { askForWalletAdd, placeOrder } from '../world.ts'

const DENIED = '42501'

const app = await startApp()
const { admins: people, users, packages } = app.world
/** The shop's role by itself: whoever gets SQL through the server, or its password. */
const stolen = openDatabase(openPool(app.runtimeUrl, 2))
afterAll(async () => {
  await stolen.destroy()
  await app.close()
})
beforeAll(async () => {
  // The guards are to hold without this limit too: who only uses the database of another owner cannot set it.
  const grant = `execute format('grant temporary on database %I to topdeck_shop', current_database())`
  await query(app.db, `do $$ begin ${grant}; end $$`)
  await placeOrder(app.db, { userId: users.shila, packageId: packages.gems100 })
  await askForWalletAdd(app.db, { userId: users.shila, amount: 10 })
  await addTotp(app, await app.signIn('karim'))
  await app.call(walletAdds.correct, { id: 1, reason: 'twice' }, await app.signIn('rahim'))
  await query(app.db, `insert into failed_sign_ins (quarter, network) values (now(), '10.0.0.1')`)
})

const WALLET = `(select id from accounts where kind = 'user_wallet' and user_id = ${users.shila})`
const ADJUSTMENTS = `(select id from accounts where kind = 'adjustments')`
const JOURNAL = `insert into journals (source, source_id, kind, amount, debit_id, credit_id)`

/** What needs one of these effects; '' is any act, 'owner' is no act. Each can be done by the owner. */
const CHANGES: readonly (readonly [effects: string, sql: string])[] = [
  ['money', `${JOURNAL} values ('adjustment', 9, 'edited', 5000000, ${ADJUSTMENTS}, ${WALLET})`],
  [
    'money',
    `with a as (insert into adjustments (user_id, wallet, kind, amount) values (${users.shila}, 'user_wallet', 'edited', 5000000) returning id)
     ${JOURNAL} select 'adjustment', id, 'edited', 5000000, ${ADJUSTMENTS}, ${WALLET} from a`,
  ],
  ['money', `update wallet_adds set amount = 5000000 where status = 'pending'`],
  ['money', `insert into wallet_adds (user_id, amount) values (${users.shila}, 5000000)`],
  ['money', `insert into withdrawals (user_id, amount) values (${users.shila}, 5)`],
  ['money', `insert into hand_overs (owner_id, amount) values (${people.rahim}, 5)`],
  ['money', `update orders set status = 'completed', closed_at = now(), completed_by = ${people.rahim}`],
  ['money', 'update orders set holder_id = null'],
  ['people', 'update accounts set closed_at = now() where admin_id is not null'],
  ['books', `update accounts set frozen_reason = 'no', frozen_at = now() where user_id = ${users.tanvir}`],
  ['books', `select keep_check('{}', '{}', null, now(), 1)`],
  ['addresses', 'update books set webhooks_since = null'],
  ['rights', `update admins set role = 'super' where id = ${people.karim}`],
  ['credentials own_password', `update admins set password_hash = 'known' where id = ${people.rahim}`],
  ['people', `update admins set email = 'else@example.com' where id = ${people.rahim}`],
  ['people', `update admins set deleted_at = now() where id = ${people.karim}`],
  [
    'people',
    `insert into admins (first_name, last_name, username, email, password_hash) values ('M', 'S', 'mila', 'm@example.com', '')`,
  ],
  ['rights', 'update auth_modules set status = 0'],
  ['rights', `insert into admin_modules select ${people.nadia}, id from auth_modules`],
  ['rights', `insert into admin_packages values (${people.nadia}, ${packages.gems100})`],
  ['rights', `delete from admin_products`],
  ['customers', `update users set password_hash = 'known'`],
  ['customers', `update users set phone = '01811000077' where id = ${users.shila}`],
  [
    'sign_in',
    `insert into sessions (token_hash, admin_id, remembered, expires_at) values ('\\x01', ${people.rahim}, true, 'infinity')`,
  ],
  ['sign_in', `update sessions set confirmed_at = 'infinity'`],
  ['sign_in', `update sessions set admin_id = ${people.rahim}`],
  ['sign_in people credentials own_password', 'delete from sessions'],
  ['credentials', 'delete from totp_secrets'],
  ['credentials', `update totp_secrets set secret_sealed = '\\x01'`],
  ['credentials sign_in', 'update totp_secrets set last_step = 0'],
  ['credentials', 'delete from passkeys'],
  ['credentials', 'delete from recovery_codes'],
  ['credentials sign_in', 'update recovery_codes set used_at = null'],
  ['credentials sign_in', 'delete from used_challenges'],
  ['credentials sign_in own_password', 'delete from login_attempts'],
  ['sign_in', 'delete from failed_sign_ins'],
  ['sign_in', `insert into known_browsers values ('\\x01', ${people.rahim})`],
  ['policies', 'update settings set wallet_changes_per_day = 0'],
  ['policies', 'update settings set confirm_again = 0'],
  ['addresses', `update settings set internal_hosts = '169.254.169.254'`],
  ['secrets', `update settings set webhook_secret_sealed = '\\x01'`],
  ['owner', `update settings set key_print = ''`],
  ['owner', `delete from settings`],
  ['addresses', `update payment_methods set info = '01700000077'`],
  ['money', `insert into payments (text, text_hash, reads, paid_at) values ('x', '\\x01', 'unread', now())`],
  [
    'secrets',
    `insert into payment_phones (name, key_hash, payment_method_ids, senders, admin_id) values ('x', '\\x01', '{1}', '{}', 1)`,
  ],
  ['secrets', `insert into store_keys (name, key_hash, admin_id) values ('x', '\\x01', 1)`],
  ['policies', `insert into payment_rules (payment_method_id, wallet, automatic) values (1, 'bkash', 1)`],
  ['secrets', `insert into staff_channels (way, secret_sealed) values ('telegram', '\\x01')`],
  [
    'addresses',
    `insert into staff_receivers (name, way, destination, events, order_minutes, wallet_add_amount, language, quiet_from, quiet_to)
     values ('x', 'webhook', 'https://elsewhere.example', '{}', 1, 1, 'en', '', '')`,
  ],
  ['upkeep', 'delete from idempotency_keys'],
  ['', `insert into idempotency_keys (actor, key) values ('store', 'k')`],
  ['', `insert into audit (actor, action, subject) values ('system', 'orders.setStatus', 'order')`],
  [
    'upkeep',
    `insert into audit_seals (from_id, to_id, rows, total, first_at, last_at, seal) values (-9, 9, 1, 1, now(), now(), '\\x01')`,
  ],
  ['owner', `insert into backups (kind, moment, bytes, rows, with_key) values ('backup', now(), 1, 1, false)`],
]

const outcomeOf = (change: Promise<unknown>): Promise<string | undefined> =>
  change.then(
    () => 'done',
    ({ code }: pg.DatabaseError) => code,
  )

class Undo extends Error {
  readonly code = 'done'
}

test('the shop’s role alone changes no money, right, secret, session or audit row', async () => {
  for (const [, sql] of CHANGES) expect([sql, await outcomeOf(query(stolen, sql))]).toEqual([sql, DENIED])
})

test('an ended session stays ended, whatever the shop’s role writes into it', async () => {
  const token = await app.signIn('rahim')
  const status = async () => (await app.call(walletAdds.list, {}, token)).status
  const [{ id = 0 } = {}] = await query<{ id: number }>(app.db, 'select max(id) as id from sessions')
  const outlive = `update sessions set expires_at = now() + interval '10 years', last_used_at = now() + interval '10 years' where id = ${id}`
  await query(stolen, outlive)
  expect(await status()).toBe(200)
  await query(app.db, `update sessions set created_at = now() - interval '400 days' where id = ${id}`)
  await query(stolen, outlive)
  expect(await status()).toBe(401)
})

test('nor by a forged act, another’s function, a temporary table or a setting', async () => {
  const [known] = await query<{ secret: string }>(app.db, 'select secret from act_keys')
  expect(known).toBeDefined()
  const act = `{"id": 1, "action": "users.update", "effects": ["money"], "actor": "admin", "admin_id": 1}`
  const unsigned = `encode(sha256(sha256(convert_to('${act}', 'UTF8'))), 'hex') || '${act}'`
  const change = CHANGES[1]?.[1] ?? ''
  const attempts: readonly (readonly string[])[] = [
    ['select secret from act_keys'],
    [`update act_keys set key_hash = sha256('mine')`],
    [`insert into act_keys values (true, sha256('mine'), 'mine') on conflict (is_only) do update set secret = 'mine'`],
    [`insert into actions values ('mine', 'system', '{}', '{money}')`],
    [`update actions set effects = '{money}'`],
    [`select begin_act('mine', 'store.earn', 'store', null, null, '', '')`],
    [`select begin_act(null, 'store.earn', 'store', null, null, '', '')`],
    [`select open_act('store.earn', '{money}')`, change],
    ['select own_act()'],
    [`select act_signature('x')`],
    [`set topdeck.act = '${act}'`, change],
    [`select set_config('topdeck.act', ${unsigned}, true)`, change],
    [
      'create temp table act_keys (is_only boolean, key_hash bytea, secret bytea)',
      `insert into act_keys values (true, sha256('mine'), 'mine')`,
      `select begin_act('mine', 'store.earn', 'store', null, null, '', '')`,
    ],
    ['create temp table act_keys (is_only boolean, key_hash bytea, secret bytea)', 'set search_path = pg_temp, public', change],
    [
      `create function pg_temp.require_act(text[]) returns bigint language sql as 'select 1'`,
      'set search_path = pg_temp, public',
      change,
    ],
    [
      'set search_path = pg_temp, public',
      `create function pg_temp.pg_has_role(name, name, text) returns boolean language sql as 'select true'`,
      change,
    ],
    [
      'create temp table mine (n integer)',
      `create function pg_temp.move() returns trigger language plpgsql
       as $$ begin update accounts set balance = balance + 5000000 where id = ${WALLET}; return null; end $$`,
      'create trigger mine after insert on mine for each row execute function pg_temp.move()',
      'insert into mine values (1)',
    ],
    [`create or replace function require_act(p text[]) returns bigint language sql as 'select 1'`],
    ['alter function require_act(text[]) security invoker'],
    ['alter table journals disable trigger all'],
    ['drop trigger adjustments_act on adjustments'],
    ['set session_replication_role = replica'],
    ['alter role topdeck_shop set session_replication_role = replica'],
    ['alter role topdeck_shop superuser'],
    ['set role topdeck'],
    ['set session authorization topdeck'],
    ['create trigger mine before insert on adjustments execute function guard_act()'],
    ['create schema mine'],
  ]
  for (const attempt of attempts) {
    const tried = stolen.transaction().execute(async (own) => {
      for (const sql of attempt) await query(own, sql)
      throw new Undo()
    })
    expect([attempt, await outcomeOf(tried)]).toEqual([attempt, DENIED])
  }
})

test('a call changes what its effects say, and nothing else', async () => {
  const actions = await query<{ name: string; access: string; effects: string[] }>(
    app.db,
    'select distinct on (effects) * from actions order by effects, name',
  )
  const found = await openSessionOf('rahim')
  setActKey(stolen, actKey(app.vault))
  const wrong: string[] = []
  for (const { name, access, effects } of actions) {
    const isAdmins = !['public', 'store', 'phone', 'system'].includes(access)
    for (const [needed, sql] of CHANGES) {
      const tried = inAct(stolen, { action: name, actor: isAdmins ? 'admin' : 'system', ...(isAdmins && found) }, async (own) => {
        await query(own, sql)
        throw new Undo()
      })
      const expected = needed === '' || needed.split(' ').some((effect) => effects.includes(effect)) ? 'done' : DENIED
      const outcome = await outcomeOf(tried)
      if (outcome !== expected) wrong.push(`${name}: ${sql}: ${outcome}`)
    }
  }
  expect(wrong).toEqual([])
})

const openSessionOf = async (username: string) => {
  await app.signIn(username)
  const [session] = await query<{ adminId: number; sessionId: number }>(
    app.db,
    `select a.id as "adminId", s.id as "sessionId" from sessions s join admins a on a.id = s.admin_id
     where a.username = $1 order by s.id desc limit 1`,
    [username],
  )
  if (!session) throw new Error(`${username} has no session`)
  return session
}

test('an act needs a living session that may do it, and ends with its transaction', async () => {
  setActKey(stolen, actKey(app.vault))
  const [rahim, nadia] = [await openSessionOf('rahim'), await openSessionOf('nadia')]
  const begin = (action: string, who: { adminId?: number; sessionId?: number }) =>
    outcomeOf(inAct(stolen, { action, actor: 'admin', ...who }, (own) => query(own, 'select 1')))
  expect(await begin('users.update', rahim)).toBe('done')
  expect(await begin('users.update', nadia)).toBe('TD403')
  expect(await begin('admins.setRole', nadia)).toBe('TD403')
  expect(await begin('sessions.logout', nadia)).toBe('done')
  expect(await begin('sessions.logout', { ...nadia, adminId: rahim.adminId })).toBe('TD401')
  expect(await begin('users.update', {})).toBe(DENIED)
  expect(await begin('no.such', rahim)).toBe(DENIED)
  const earn = { action: 'store.earn', actor: 'store' } as const
  const set = await inAct(stolen, earn, async (own) =>
    query<{ act: string }>(own, `select current_setting('topdeck.act') as act`),
  )
  const again = stolen.transaction().execute(async (own) => {
    await query(own, `select set_config('topdeck.act', $1, true)`, [set[0]?.act])
    await query(own, CHANGES[1]?.[1] ?? '')
  })
  expect(await outcomeOf(again)).toBe(DENIED)
})

test('an audit row says what the act says, and without one no money moves', async () => {
  setActKey(stolen, actKey(app.vault))
  const rahim = await openSessionOf('rahim')
  const act = { action: 'users.adjustEarnWallet', actor: 'admin', address: '10.0.0.9', requestId: 'r9', ...rahim } as const
  const move = CHANGES[1]?.[1] ?? ''
  expect(await outcomeOf(inAct(stolen, act, (own) => query(own, move)))).toBe('23000')
  const forged = `insert into audit (actor, admin_id, at, address, action, subject, act_id)
    values ('store', ${people.karim}, 'epoch', 'else', 'orders.setStatus', 'order', 1)`
  const seen = inAct(stolen, act, async (own) => {
    await query(own, forged)
    const [row] = await query(own, 'select * from audit order by id desc limit 1')
    expect(row).toMatchObject({
      actor: 'admin',
      admin_id: rahim.adminId,
      action: act.action,
      address: '10.0.0.9',
      request_id: 'r9',
    })
    expect((row as { act_id: number }).act_id).toBeGreaterThan(1)
    throw new Undo()
  })
  expect(await outcomeOf(seen)).toBe('done')
})

test('a server without the shop’s key changes nothing', async () => {
  const other = openDatabase(openPool(app.runtimeUrl, 1))
  setActKey(other, Buffer.from('another key'))
  expect(await outcomeOf(inAct(other, { action: 'store.earn', actor: 'store' }, (own) => query(own, 'select 1')))).toBe(DENIED)
  await other.destroy()
})

test('what a call leaves as it was needs no audit row', async () => {
  const rahim = await app.signIn('rahim')
  const { email } = (await app.call(admins.show, { id: people.rahim }, rahim)).body.data
  expect((await app.call(admins.changeOwnEmail, { email }, rahim)).status).toBe(200)
})
