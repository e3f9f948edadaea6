import { expect, test } from 'vitest'
import { campaigns } from './campaigns.ts'
import type { Endpoint } from './endpoint.ts'
import { handOvers } from './hand-overs.ts'
import { paymentMethods } from './payment-methods.ts'
import { store } from './store.ts'
import { users } from './users.ts'
import { walletAdds } from './wallet-adds.ts'
import { withdrawals } from './withdrawals.ts'

/** Where somebody says number and means digits: what is sent as a JSON number beside what the call needs otherwise. */
const CALLS: [Pick<Endpoint, 'path' | 'input'>, field: string, more: object][] = [
  [paymentMethods.create, 'info', { name: 'MobiPay', logo: '/images/a.png' }],
  [paymentMethods.update, 'info', { id: 1, name: 'MobiPay', status: '1' }],
  [walletAdds.editRow, 'number', { id: 1, amount: 5, status: 'pending' }],
  [withdrawals.editRow, 'number', { id: 1, amount: 5, status: 'pending' }],
  [handOvers.editRow, 'number', { id: 1, amount: 5, status: 'pending' }],
  [handOvers.request, 'number', { amount: 5 }],
  [users.update, 'phone', { id: 1 }],
  [users.update, 'zip_code', { id: 1 }],
  [store.placeOrder, 'playerid', { user_id: 1, package_id: 1 }],
]

test.each(CALLS)('$path takes $1 as a JSON number, as its digits', ({ input }, field, more) => {
  const read = (value: unknown) => (input.safeParse({ ...more, [field]: value }).data as Record<string, unknown>)?.[field]
  expect(read(1711223344)).toBe('1711223344')
  expect(read('01711223344')).toBe('01711223344')
  for (const wrong of [1.5, -1711223344, 1e21, true, {}, ['1711223344']]) expect(read(wrong)).toBeUndefined()
})

test('a text message takes phones as JSON numbers among those as text', () => {
  const parsed = campaigns.send.input.safeParse({ message: 'Hello', phones: [8801711223344, '01811223344'] })
  expect(parsed.data?.phones).toEqual(['8801711223344', '01811223344'])
  expect(campaigns.send.input.safeParse({ message: 'Hello', phones: [1.5] }).success).toBe(false)
})
