import type { StoreKeyRow, storeKeys } from '#contract/store-keys.ts'
import { hashApiKey, newApiKey } from '../platform/auth/api-keys.ts'
import type { Handlers } from '../platform/context.ts'
import { query } from '../platform/db/connect.ts'
import { found } from '../platform/errors.ts'

export const storeKeyHandlers: Handlers<typeof storeKeys> = {
  async list(ctx) {
    const text = 'select id, name, created_at, last_call_at, revoked_at from store_keys order by id desc'
    const data = await query<StoreKeyRow>(ctx.db, text)
    return { data, total: data.length, of_environment: ctx.hasStoreKey }
  },

  async create(ctx, { name }) {
    const key = newApiKey()
    const values = { name, key_hash: hashApiKey(key), admin_id: ctx.admin.id }
    const { id } = await ctx.db.insertInto('store_keys').values(values).returning('id').executeTakeFirstOrThrow()
    ctx.note({ subjectId: id })
    return { id, key }
  },

  async revoke(ctx, { id }) {
    const text = 'update store_keys set revoked_at = coalesce(revoked_at, now()) where id = $1 returning id'
    found((await query(ctx.db, text, [id]))[0])
    return null
  },
}
