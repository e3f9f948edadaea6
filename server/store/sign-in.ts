import { sql } from 'kysely'
import { phoneKey } from '#contract/phone.ts'
import { store } from '#contract/store.ts'
import { clearAttempts, countAttempt } from '../platform/auth/limiter.ts'
import { hashPassword, limitHashing, verifyPassword } from '../platform/auth/passwords.ts'
import { type Handlers, phases } from '../platform/context.ts'
import { Invalid, NotFound } from '../platform/errors.ts'
import { findUser } from './customers.ts'

/** All customers share the store's address, so they queue together, separate from admins. */
const STORE = 'the store'

export const hashForStore = (password: string): Promise<string> => hashPassword(password, STORE)

export const signInHandlers: Pick<Handlers<typeof store>, 'signIn' | 'setPassword'> = {
  signIn: phases(store.signIn, {
    async attempt(ctx, { phone }) {
      limitHashing(STORE)
      const customer = await ctx.db
        .selectFrom('users')
        .select(['id', 'password_hash'])
        .where(sql<boolean>`phone_digits = phone_key(${phone})`)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      // Counted by normalized phone, even if nobody has it. A new password resets the failures.
      const attempts = `customer ${phoneKey(phone)} ${customer?.password_hash ?? ''}`
      await countAttempt(ctx.db, attempts, '')
      return { customer, attempts }
    },
    async prepare({ password }, { customer, attempts }) {
      const isRight = await verifyPassword(password, customer?.password_hash ?? null, STORE)
      if (!customer || !isRight) throw new Invalid('wrong_phone_or_password')
      return { customer, attempts }
    },
    async run(ctx, _input, { customer, attempts }) {
      // Verification takes time. A password change or deletion has either happened already or waits for this lock.
      const present = await ctx.db
        .selectFrom('users')
        .select('is_banned')
        .where('id', '=', customer.id)
        .where('password_hash', '=', customer.password_hash)
        .where('deleted_at', 'is', null)
        .forShare()
        .executeTakeFirst()
      const user = present && (await findUser(ctx.db, customer.id))
      if (!user) throw new Invalid('wrong_phone_or_password')
      // Revealed only after a correct password.
      if (present.is_banned === 1) throw new Invalid('user_banned', 'phone')
      await clearAttempts(ctx.db, attempts, '')
      return user
    },
  }),

  setPassword: phases(store.setPassword, {
    attempt: async () => undefined,
    // Before a connection is taken, because hashing occupies a core for a while.
    prepare: ({ password }) => hashForStore(password),
    async run(ctx, { id }, password_hash) {
      const user = await ctx.db
        .updateTable('users')
        .set({ password_hash })
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .returning('is_banned')
        .executeTakeFirst()
      if (!user) throw new NotFound()
      if (user.is_banned === 1) throw new Invalid('user_banned', 'id')
      ctx.note({ password_changed: true })
      return null
    },
  }),
}
