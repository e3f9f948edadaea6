import { z } from 'zod'
import { get, NoInput, Nothing, post } from './endpoint.ts'
import { MAX_NAME } from './limits.ts'
import { ById, Id, Instant, listOf, required } from './list.ts'
import { say } from './messages/fields.ts'

const Row = z.object({
  id: Id,
  name: z.string(),
  created_at: Instant,
  last_call_at: Instant.nullable().describe('To the minute'),
  revoked_at: Instant.nullable(),
})
export type StoreKeyRow = z.output<typeof Row>

export const storeKeys = {
  list: get('/admin/store-key', {
    access: 'super',
    about: 'The keys that open the store API, without the keys themselves',
    input: NoInput,
    output: listOf(Row).extend({ of_environment: z.boolean().describe('Whether STORE_KEY of the server opens it too') }),
  }),
  create: post('/admin/store-key/create', {
    access: 'super',
    effects: ['secrets'],
    about: 'Make a key that opens the store API; it is in this reply and never again',
    input: z.object({ name: required(say('name_required'), MAX_NAME) }),
    output: z.object({ id: Id, key: z.string() }),
    done: 'Store key added',
    audit: { subject: 'store_key', fields: ['name'] },
  }),
  revoke: post('/admin/store-key/revoke/:id', {
    access: 'super',
    effects: ['secrets'],
    about: 'End a store key for good, at once',
    input: ById,
    output: Nothing,
    done: 'Store key revoked',
    audit: { subject: 'store_key', fields: [] },
  }),
}
