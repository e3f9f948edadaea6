import { expect, test } from 'vitest'
import { pendingKeys, recordIdsOf, splitGuards } from './pending-keys.ts'

/** What a tab keeps over a reload. */
function tab(kept?: string) {
  const items = new Map(kept === undefined ? [] : [['idempotency-keys', kept]])
  return {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
  }
}

test('a key survives a reload until its result is known, and is its record’s alone', () => {
  const store = tab()
  const { value } = pendingKeys(store).keyFor('3 /earn/7 []')
  expect(value).toMatch(/^[0-9a-f]{32}$/)
  const reloaded = pendingKeys(store)
  expect(reloaded.keyFor('3 /earn/8 []').value).not.toBe(value)
  expect(reloaded.keyFor('4 /earn/7 []').value).not.toBe(value)
  const again = reloaded.keyFor('3 /earn/7 []')
  expect(again.value).toBe(value)
  again.forget()
  expect(pendingKeys(store).keyFor('3 /earn/7 []').value).not.toBe(value)
})

test('another try is based on what the first was based on, until the result is known', () => {
  const store = tab()
  const input = { id: 7, amount: 5, expected_total: 900, version: 3 }
  const [guards, rest] = splitGuards(input)
  expect([guards, rest]).toEqual([
    { expected_total: 900, version: 3 },
    { id: 7, amount: 5 },
  ])
  pendingKeys(store).keyFor('3 /earn/7 []', guards)
  const again = pendingKeys(store).keyFor('3 /earn/7 []', { expected_total: 905, version: 3 })
  expect(again.guards).toEqual(guards)
  again.forget()
  expect(pendingKeys(store).keyFor('3 /earn/7 []', { expected_total: 905 }).guards).toEqual({ expected_total: 905 })
})

test('an answer to the question before does not forget the key of the next one', () => {
  const store = tab()
  const keys = pendingKeys(store)
  const before = keys.keyFor('3 /cancel-all [["up_to_id",9]]')
  const other = keys.keyFor('3 /correct/9 []').value
  keys.forgetAll('3 /cancel-all')
  const next = keys.keyFor('3 /cancel-all [["up_to_id",9]]').value
  expect(next).not.toBe(before.value)
  before.forget()
  expect(pendingKeys(store).keyFor('3 /cancel-all [["up_to_id",9]]').value).toBe(next)
  expect(pendingKeys(store).keyFor('3 /correct/9 []').value).toBe(other)
})

test('stored text that is no list of keys, or cannot be stored, blocks no call', () => {
  for (const kept of ['', '{', 'null', '7', '[1]', '"text"', '{"a":"b"}', '{"a":null}'])
    expect(pendingKeys(tab(kept)).keyFor('a').value).toHaveLength(32)
  const full = {
    getItem: () => null,
    setItem: () => {
      throw new Error('full')
    },
  }
  const keys = pendingKeys(full)
  expect(keys.keyFor('a').value).toBe(keys.keyFor('a').value)
})

test('rows that share an address are distinguished by every id that the call names', () => {
  const base = { transaction_id: 7, status: 'completed', expected_amount: 12, take_over_from: 3 }
  expect(recordIdsOf(base)).toBe(recordIdsOf({ ...base, status: 'cancel', expected_amount: 13, take_over_from: 4 }))
  expect(recordIdsOf({ transaction_ids: [1, 2] })).not.toBe(recordIdsOf({ transaction_ids: [1] }))
  for (const name of ['id', 'ids', 'transaction_id', 'withdraw_earn_wallet_id', 'admin_id', 'up_to_id']) {
    expect(recordIdsOf({ ...base, [name]: 8 })).not.toBe(recordIdsOf({ ...base, [name]: 9 }))
  }
})
