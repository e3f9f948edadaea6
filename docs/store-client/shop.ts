import createClient from 'openapi-fetch'
import type { components, paths } from './topdeck.d.ts'

type Failure = components['schemas']['Failure']
type Event = paths['/store/events']['get']['responses'][200]['content']['application/json']['data']['events'][number]

/** A refusal, with the sentence for the reader and what the API sent beside it. */
export class Refused extends Error {
  readonly status: number
  readonly failure: Failure
  constructor(status: number, failure: Failure) {
    super(failure.message)
    this.status = status
    this.failure = failure
  }
}

/** The store API of the server at `url`. Each change takes a key of your own: send the same one when you repeat it. */
export const connect = (url: string, storeKey: string) => {
  const api = createClient<paths>({ baseUrl: `${url}/api`, headers: { authorization: `Bearer ${storeKey}` } })
  const keyed = (key: string) => ({ header: { 'Idempotency-Key': key } })
  return {
    catalog: async () => dataOf(await api.GET('/store/catalog')),

    /** What has changed since the `as_of` of an earlier reply. */
    catalogChanges: async (changed_since: string) =>
      dataOf(await api.GET('/store/catalog', { params: { query: { changed_since } } })),

    findOrCreateCustomer: async (key: string, username: string, phone: string) =>
      dataOf(await api.POST('/store/users', { params: keyed(key), body: { username, phone } })),

    addToWallet: async (
      key: string,
      payment: { user_id: number; amount: number; number: string; trx_id?: string; reference?: string },
    ) => dataOf(await api.POST('/store/wallet-adds', { params: keyed(key), body: payment })),

    placeOrder: async (
      key: string,
      order: { user_id: number; package_id: number; playerid: string; price?: number; reference?: string },
    ) => dataOf(await api.POST('/store/orders', { params: keyed(key), body: order })),

    order: async (id: number) => dataOf(await api.GET('/store/orders/{id}', { params: { path: { id } } })),

    /** The order with a reference of yours, as after an answer that never came; undefined if it was not placed. */
    orderOf: async (reference: string) => dataOf(await api.GET('/store/orders', { params: { query: { reference } } })).data[0],

    /** A page of a customer's orders, the newest first; `next` is `before` of the next page. */
    ordersOf: async (user_id: number, before?: number) =>
      dataOf(await api.GET('/store/orders', { params: { query: before === undefined ? { user_id } : { user_id, before } } })),

    walletAddsOf: async (user_id: number, before?: number) =>
      dataOf(
        await api.GET('/store/wallet-adds', { params: { query: before === undefined ? { user_id } : { user_id, before } } }),
      ),

    /** Calls `take` with each event after `after`, oldest first, and answers where to go on the next time. */
    catchUp: async (after: number, take: (event: Event) => Promise<void>): Promise<number> => {
      for (;;) {
        const { events, next } = dataOf(await api.GET('/store/events', { params: { query: { after } } }))
        for (const event of events) await take(event)
        if (next === after) return next
        after = next
      }
    },
  }
}

const NO_ANSWER: Failure = { success: false, code: 'something_went_wrong', message: 'No answer', params: {}, errors: [] }

const dataOf = <T>(reply: { data?: { data: T }; error?: Failure; response: Response }): T => {
  if (reply.data) return reply.data.data
  const { error, response } = reply
  // A proxy in front of the shop answers with its own page.
  throw new Refused(response.status, typeof error === 'object' && 'code' in error ? error : NO_ANSWER)
}
