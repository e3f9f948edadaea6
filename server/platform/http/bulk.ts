import type { Params } from '#contract/messages/wording.ts'
import type { Code } from '#contract/messages.ts'
import { AppError } from '../errors.ts'
import type { Call } from './call.ts'
import { describeFailure } from './failure.ts'
import { keyOf, REPLAYED, replyOnceToMany } from './idempotency.ts'

interface BulkReply {
  readonly done: number[]
  readonly refused: { id: number; code: Code; reason: string; params: Params }[]
}

/** Runs a call for many rows one by one: a refused row is reported with its reason, the others are done. */
export const runBulk = (call: Call, ids: readonly number[], runRow: (id: number) => Promise<unknown>): Promise<BulkReply> => {
  const keyed = keyOf(call)
  const runAll = async () => {
    const reply: BulkReply = { done: [], refused: [] }
    for (const id of new Set(ids)) {
      try {
        await runRow(id)
        reply.done.push(id)
      } catch (error) {
        // Not the outcome of its row's key: nothing is known of the row, nor of the set, until the key is sent again.
        if (keyed && !(error instanceof AppError)) throw error
        const { code, message: reason, params } = describeFailure(error, call.request).body
        reply.refused.push({ id, code, reason, params })
      }
    }
    return reply
  }
  const on = {
    unsaved: (err: unknown) => call.request.log.error({ err }, 'The reply of a call for many rows could not be kept'),
    replayed: () => call.reply.header(REPLAYED, 'true'),
  }
  return keyed ? replyOnceToMany(call.dependencies.db, keyed, runAll, on) : runAll()
}
