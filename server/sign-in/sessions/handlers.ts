import { sql } from 'kysely'
import { may } from '#contract/roles.ts'
import { identityKey, type profile, sessions } from '#contract/sessions.ts'
import { countFailure, takeBackFailure } from '../../platform/auth/failed-sign-ins.ts'
import { findAccount, lockAccount } from '../../platform/auth/find-account.ts'
import { findBrowser } from '../../platform/auth/known-browsers.ts'
import { clearSignIn, countSignIn } from '../../platform/auth/limiter.ts'
import { networkOf } from '../../platform/auth/network.ts'
import { openSignIn } from '../../platform/auth/open-sign-in.ts'
import { clearOwnPassword, countOwnPassword } from '../../platform/auth/own-password.ts'
import { type HashedFor, hashPassword, limitHashing, verifyPassword } from '../../platform/auth/passwords.ts'
import { refuseGuessable } from '../../platform/auth/refused-passwords.ts'
import { askSecondFactor, hasSecondFactor, signInAttempts } from '../../platform/auth/second-factor.ts'
import { closeOtherSessions, closeSession } from '../../platform/auth/sessions.ts'
import { type Handlers, MODULE_KEYS, phases } from '../../platform/context.ts'
import { Invalid, SecondFactorRequired, TooMany, Unauthenticated } from '../../platform/errors.ts'

const refusedBy = (error: unknown): TooMany => {
  if (error instanceof TooMany) return error
  throw error
}

export const sessionHandlers: Handlers<typeof sessions> = {
  login: phases(sessions.login, {
    async attempt(ctx, { identity }) {
      const from: HashedFor = `network ${networkOf(ctx.address)}`
      limitHashing(from)
      const key = identityKey(identity)
      const account = await findAccount(ctx.db, identity)
      // Counted per account, so that email and username share their failures. A new password resets them.
      const attempts = account ? signInAttempts(account) : `unknown ${key}`
      const browser = await findBrowser(ctx.db, ctx.browserToken, account?.id)
      const refusal = await countSignIn(ctx.db, attempts, ctx.address, browser).catch(refusedBy)
      const failure = await countFailure(ctx.db, refusal ? 'refused' : 'failed', account?.id, ctx.address)
      return { account, attempts, from, browser, failure, refusal }
    },
    // A refusal is thrown here, so that what `attempt` has counted is kept.
    async prepare({ password }, { account, from, refusal, ...counted }) {
      if (refusal) throw refusal
      const isRight = await verifyPassword(password, account?.password_hash ?? null, from)
      if (!account || !isRight) throw new Unauthenticated('wrong_email_or_password')
      return { account, ...counted }
    },
    async run(ctx, { remember }, { account, attempts, browser, failure }) {
      // Verification takes time. A password change or deletion has either ended the sessions already or waits for this lock.
      const present = await lockAccount(ctx.db, account)
      if (!present) throw new Unauthenticated('wrong_email_or_password')
      await clearSignIn(ctx.db, attempts, ctx.address, browser)
      await takeBackFailure(ctx.db, failure)
      if (await hasSecondFactor(ctx.db, present.id)) {
        throw new SecondFactorRequired(await askSecondFactor(ctx, 'sign in', present.id, present.password_hash))
      }
      return openSignIn(ctx, present, remember)
    },
  }),

  async logout(ctx) {
    await closeSession(ctx.db, ctx.admin.session_id)
    ctx.clearBrowserCache()
    ctx.note({ subjectId: ctx.admin.id })
    return null
  },

  changePassword: phases(sessions.changePassword, {
    attempt: async (ctx, { new_password }) => {
      // Before the attempt is counted: it is no guess at the old password.
      await refuseGuessable(new_password, 'new_password', ctx.admin)
      return countOwnPassword(ctx)
    },
    async prepare({ old_password, new_password }, { password_hash, from }) {
      if (!(await verifyPassword(old_password, password_hash, from))) throw new Invalid('wrong_old_password', 'old_password')
      return { before: password_hash, after: await hashPassword(new_password, from) }
    },
    async run(ctx, _input, { before, after }) {
      const { numUpdatedRows } = await ctx.db
        .updateTable('admins')
        .set({ password_hash: after, must_change_password: false, password_is_one_time: false })
        .where('id', '=', ctx.admin.id)
        // If it changed in the meantime, the verified password is outdated.
        .where('password_hash', '=', before)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new Invalid('wrong_old_password', 'old_password')
      await clearOwnPassword(ctx)
      await closeOtherSessions(ctx.db, ctx.admin.id, ctx.admin.session_id)
      ctx.note({ subjectId: ctx.admin.id })
      return null
    },
  }),
}

export const profileHandlers: Handlers<typeof profile> = {
  async show(ctx) {
    const { id, session_id, role, modules, package_ids, must_change_password, must_add_second_factor } = ctx.admin
    const row = await ctx.db
      .selectFrom('admins as a')
      .innerJoin('accounts as w', 'w.admin_id', 'a.id')
      .innerJoin('sessions as s', (on) => on.onRef('s.admin_id', '=', 'a.id').on('s.id', '=', session_id))
      .select(['a.id', 'first_name', 'last_name', 'username', 'email', 'gender', 'date_of_birth', 'image', 'phone'])
      .select(['s.created_at as signed_in_at', 's.failed_before as failed_sign_ins'])
      .select(sql<never>`w.balance`.as('wallet'))
      .where('a.id', '=', id)
      .executeTakeFirstOrThrow()
    return {
      ...row,
      role,
      must_change_password,
      must_add_second_factor,
      modules: may({ role }, 'hold_all_modules') ? MODULE_KEYS : [...modules],
      topup_package_ids: package_ids ? [...package_ids] : null,
    }
  },
}
