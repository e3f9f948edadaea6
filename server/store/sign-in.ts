import { sql } from 'kysely'
import { phoneKey } from '#contract/phone.ts'
import { store } from '#contract/store.ts'
import { type Handlers, phases } from '../context.ts'
import { Invalid, NotFound } from '../errors.ts'
import { clearAttempts, countAttempt } from '../sessions/limiter.ts'
import { hashPassword, refuseCrowd, verifyPassword } from '../sessions/passwords.ts'
import { findUser } from './customers.ts'

/** Every customer comes through the store's one server, so its address tells nobody apart. They wait for each other, and no admin for them. */
const STORE = 'the store'

const WRONG = 'Wrong phone or password'

/** The hash of a password that the store brings. Throws TooMany where too many of its customers wait already. */
export const hashForStore = (password: string): Promise<string> => hashPassword(password, STORE)

/** Customers' passwords, which the store asks about and sets; its sessions are its own. */
export const signInHandlers: Pick<Handlers<typeof store>, 'signIn' | 'setPassword'> = {
  signIn: phases(store.signIn, {
    async attempt(ctx, { phone }) {
      // Before anything is written of it.
      refuseCrowd(STORE)
      const customer = await ctx.db
        .selectFrom('users')
        .select(['id', 'password_hash'])
        .where(sql<boolean>`phone_digits = phone_key(${phone})`)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      // By the telephone, however it is written and whether anybody has it. A new password begins with no failures.
      const attempts = `customer ${phoneKey(phone)} ${customer?.password_hash ?? ''}`
      await countAttempt(ctx.db, attempts, '')
      return { customer, attempts }
    },
    async prepare({ password }, { customer, attempts }) {
      const isRight = await verifyPassword(password, customer?.password_hash ?? null, STORE)
      if (!customer || !isRight) throw new Invalid(WRONG)
      return { customer, attempts }
    },
    async run(ctx, _input, { customer, attempts }) {
      // Verifying took a while: another password, or a deletion, may have come meanwhile, and neither comes before this has ended.
      const present = await ctx.db
        .selectFrom('users')
        .select('is_banned')
        .where('id', '=', customer.id)
        .where('password_hash', '=', customer.password_hash)
        .where('deleted_at', 'is', null)
        .forShare()
        .executeTakeFirst()
      const user = present && (await findUser(ctx.db, customer.id))
      if (!user) throw new Invalid(WRONG)
      // Told to nobody but him: the password was right.
      if (present.is_banned === 1) throw new Invalid('This user is banned', 'phone')
      await clearAttempts(ctx.db, attempts, '')
      return user
    },
  }),

  setPassword: phases(store.setPassword, {
    attempt: async () => undefined,
    // Hashing takes a core for a while: no connection waits for it.
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
      if (user.is_banned === 1) throw new Invalid('This user is banned', 'id')
      ctx.note({ password_changed: true })
      return null
    },
  }),
}
