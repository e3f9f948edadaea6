import { MAX_PASSKEYS, MAX_SESSIONS } from '#contract/limits.ts'
import { worded } from '#contract/messages.ts'
import { may } from '#contract/roles.ts'
import type { SessionRow, security } from '#contract/security.ts'
import { makeChallenge, openChallenge, spendChallenge } from '../../platform/auth/challenges.ts'
import { checkNewPasskey, newPasskeyQuestion } from '../../platform/auth/passkeys.ts'
import { renewRecoveryCodes } from '../../platform/auth/recovery-codes.ts'
import { hasSecondFactor, hasTotp, readTotpSecret, removeSecondFactor } from '../../platform/auth/second-factor.ts'
import { closeOtherSessions } from '../../platform/auth/sessions.ts'
import { makeTotpSecret, stepOf, totpUri } from '../../platform/auth/totp.ts'
import type { Context, Handlers } from '../../platform/context.ts'
import { query } from '../../platform/db/connect.ts'
import { Conflict, Invalid, NotFound } from '../../platform/errors.ts'
import { installation } from '../../platform/installation.ts'
import { bindingOf, confirm, confirmOptions } from './confirm.ts'
import { finishSignIn } from './sign-in.ts'

const SESSIONS = `
  select id, user_agent, address, created_at, last_used_at, remembered, id = $2 as is_this
  from sessions
  where admin_id = $1 and expires_at > now()
  order by is_this desc, last_used_at desc, id desc
  limit ${MAX_SESSIONS}`

export const securityHandlers: Handlers<typeof security> = {
  secondFactor: finishSignIn,
  confirmOptions,
  confirm,

  async show(ctx) {
    const { id, session_id } = ctx.admin
    const passkeys = ctx.db.selectFrom('passkeys').select(['id', 'name', 'created_at', 'last_used_at']).where('admin_id', '=', id)
    const left = 'select count(*) as n from recovery_codes where admin_id = $1 and used_at is null'
    return {
      has_totp: await hasTotp(ctx.db, id),
      passkeys: await passkeys.orderBy('id').execute(),
      recovery_codes_left: (await query<{ n: number }>(ctx.db, left, [id]))[0]?.n ?? 0,
      is_required: await isRequired(ctx),
      sessions: await query<SessionRow>(ctx.db, SESSIONS, [id, session_id]),
    }
  },

  async startTotp(ctx) {
    const { id, email } = ctx.admin
    const secret = makeTotpSecret()
    const started = await query(
      ctx.db,
      `insert into totp_secrets (admin_id, secret_sealed) values ($1, $2)
       on conflict (admin_id) do update set secret_sealed = excluded.secret_sealed, created_at = now()
         where not totp_secrets.is_active
       returning 1 as started`,
      [id, ctx.vault.seal(secret, `totp_secret.secret ${id}`)],
    )
    if (started.length === 0) throw new Conflict('totp_exists')
    return { secret, uri: totpUri(secret, email, installation().name || 'Topdeck') }
  },

  async activateTotp(ctx, { code }) {
    const { id } = ctx.admin
    await lockOwn(ctx)
    const isFirst = !(await hasSecondFactor(ctx.db, id))
    const secret = await readTotpSecret(ctx, id, false)
    if (secret === undefined) throw new Conflict((await hasTotp(ctx.db, id)) ? 'totp_exists' : 'totp_not_started')
    const step = stepOf(secret, code)
    if (!step) throw new Invalid('totp_code_wrong', 'code')
    await query(ctx.db, 'update totp_secrets set is_active = true, last_step = $2 where admin_id = $1', [id, step])
    ctx.note({ subjectId: id })
    return { recovery_codes: isFirst ? await renewRecoveryCodes(ctx.db, id) : [] }
  },

  async removeTotp(ctx) {
    await lockOwn(ctx)
    if (!(await hasTotp(ctx.db, ctx.admin.id))) throw new NotFound()
    await query(ctx.db, 'delete from totp_secrets where admin_id = $1', [ctx.admin.id])
    await afterRemoval(ctx)
    ctx.note({ subjectId: ctx.admin.id })
    return null
  },

  async startPasskey(ctx) {
    const challenge = makeChallenge(ctx.vault, 'add a passkey', ctx.admin.id, bindingOf(ctx))
    return { challenge: challenge.token, options: await newPasskeyQuestion(ctx.db, ctx.admin, ctx.site, challenge) }
  },

  async addPasskey(ctx, { challenge: token, name, passkey }) {
    const { id } = ctx.admin
    await lockOwn(ctx)
    const isFirst = !(await hasSecondFactor(ctx.db, id))
    const challenge = openChallenge(ctx.vault, token, 'add a passkey', bindingOf(ctx))
    const made = challenge && (await checkNewPasskey(passkey, ctx.site, challenge))
    if (!made || !(await spendChallenge(ctx.db, challenge))) throw new Invalid('passkey_refused', 'passkey')
    const [held] = await query<{ n: number }>(ctx.db, 'select count(*) as n from passkeys where admin_id = $1', [id])
    if ((held?.n ?? 0) >= MAX_PASSKEYS) throw new Conflict(worded('passkeys_at_most', { most: MAX_PASSKEYS }))
    await query(
      ctx.db,
      `insert into passkeys (admin_id, credential_id, public_key, counter, transports, name) values ($1, $2, $3, $4, $5, $6)`,
      [id, made.id, Buffer.from(made.publicKey), made.counter, made.transports ?? [], name],
    )
    ctx.note({ subjectId: id })
    return { recovery_codes: isFirst ? await renewRecoveryCodes(ctx.db, id) : [] }
  },

  async removePasskey(ctx, { id }) {
    await lockOwn(ctx)
    const [removed] = await query<{ name: string }>(
      ctx.db,
      'delete from passkeys where id = $1 and admin_id = $2 returning name',
      [id, ctx.admin.id],
    )
    if (!removed) throw new NotFound()
    await afterRemoval(ctx)
    ctx.note({ subjectId: ctx.admin.id, name: removed.name })
    return null
  },

  async renewRecoveryCodes(ctx) {
    await lockOwn(ctx)
    if (!(await hasSecondFactor(ctx.db, ctx.admin.id))) throw new Conflict('recovery_needs_factor')
    ctx.note({ subjectId: ctx.admin.id })
    return { recovery_codes: await renewRecoveryCodes(ctx.db, ctx.admin.id) }
  },

  async endSession(ctx, { id }) {
    const sql = 'delete from sessions where id = $1 and admin_id = $2 returning address'
    const [ended] = await query<{ address: string }>(ctx.db, sql, [id, ctx.admin.id])
    if (!ended) throw new NotFound()
    ctx.note({ subjectId: ctx.admin.id, ended: ended.address })
    return null
  },

  async endOtherSessions(ctx) {
    await closeOtherSessions(ctx.db, ctx.admin.id, ctx.admin.session_id)
    ctx.note({ subjectId: ctx.admin.id })
    return null
  },
}

/** Changes of one's own second factor wait for each other, and for sign-ins under way. */
const lockOwn = (ctx: Context) => query(ctx.db, 'select 1 from admins where id = $1 for no key update', [ctx.admin.id])

const isRequired = async (ctx: Context): Promise<boolean> => {
  const { second_factor } = await ctx.db.selectFrom('settings').select('second_factor').executeTakeFirstOrThrow()
  return second_factor === 'all' || (second_factor === 'super' && may(ctx.admin, 'run_the_shop'))
}

/** Recovery codes are no factor of their own: they go with the last one. */
const afterRemoval = async (ctx: Context): Promise<void> => {
  if (await hasSecondFactor(ctx.db, ctx.admin.id)) return
  if (await isRequired(ctx)) throw new Conflict('second_factor_kept')
  await removeSecondFactor(ctx.db, ctx.admin.id)
}
