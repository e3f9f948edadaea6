import { expect, test, vi } from 'vitest'
import { pendingKeys } from './pending-keys.ts'

vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })
vi.stubGlobal('addEventListener', () => {})
vi.stubGlobal('navigator', { onLine: true })
const { ApiError } = await import('./api.ts')
const { sendKeyed } = await import('./send-keyed.ts')

/** A server that answers as the store of keys does: `first` is how the lost first try ended. */
const serverWith = (first: 'done' | 'refused' | 'lost') => {
  const outcomes = new Map<string, string>()
  const sent: string[] = []
  const send = async (key: string, form: string) => {
    sent.push(`${key} ${form}`)
    if (sent.length === 1) {
      if (first !== 'lost') outcomes.set(key, form)
      throw new ApiError(0, undefined, true)
    }
    const other = outcomes.get(key)
    if (other !== undefined && other !== form) {
      const data = first === 'refused' ? { is_refused: true } : undefined
      throw new ApiError(409, { success: false, code: 'idempotency_key_reused', data })
    }
    outcomes.set(key, form)
    return form
  }
  return { send, sent }
}

const clicks = (first: 'done' | 'refused' | 'lost') => {
  const keys = pendingKeys(sessionStorage)
  const { send, sent } = serverWith(first)
  const click = (form: string) =>
    sendKeyed(
      () => keys.keyFor('3 /earn/7 []'),
      ({ value }) => send(value, form),
    )
  return { click, sent, keysSent: () => new Set(sent.map((one) => one.split(' ')[0])).size }
}

test('the same form after no answer goes with the same key', async () => {
  const { click, keysSent } = clicks('done')
  await expect(click('50')).rejects.toMatchObject({ status: 0 })
  expect(await click('50')).toBe('50')
  expect(keysSent()).toBe(1)
})

test('a corrected form goes with a new key where the first one was refused', async () => {
  const { click, sent, keysSent } = clicks('refused')
  await expect(click('50')).rejects.toMatchObject({ status: 0 })
  expect(await click('40')).toBe('40')
  expect([sent.length, keysSent()]).toEqual([3, 2])
})

test('a corrected form is not sent over a completed first one; the next click is new', async () => {
  const { click, keysSent } = clicks('done')
  await expect(click('50')).rejects.toMatchObject({ status: 0 })
  await expect(click('40')).rejects.toMatchObject({ code: 'idempotency_key_reused' })
  expect(await click('40')).toBe('40')
  expect(keysSent()).toBe(2)
})

test('a corrected form takes the key of a first one that never arrived', async () => {
  const { click, keysSent } = clicks('lost')
  await expect(click('50')).rejects.toMatchObject({ status: 0 })
  expect(await click('40')).toBe('40')
  expect(keysSent()).toBe(1)
})

test.each([
  ['a refusal', new ApiError(422, { success: false }), true],
  ['a conflict', new ApiError(409, { success: false }), true],
  ['a failure of the server', new ApiError(500, { success: false }), false],
  ['a server too busy', new ApiError(503, { success: false }), false],
  ['a refusal of a proxy in between', new ApiError(413), false],
  ['no reply', new ApiError(0, undefined, true), false],
])('%s: an answer, after which the key is new: %s', async (_, failure, isAnswer) => {
  const keys = pendingKeys(sessionStorage)
  const sent: string[] = []
  const click = () =>
    sendKeyed(
      () => keys.keyFor('3 /earn/7 []'),
      async ({ value }) => {
        sent.push(value)
        throw failure
      },
    )
  await expect(click()).rejects.toBe(failure)
  await expect(click()).rejects.toBe(failure)
  expect(new Set(sent).size).toBe(isAnswer ? 2 : 1)
})
