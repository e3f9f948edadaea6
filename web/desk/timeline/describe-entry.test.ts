import { expect, test } from 'vitest'
import type { T } from '../../ui/text/i18n.ts'
import { describeEntry } from './describe-entry.ts'

const english: T = (text, values = {}) => text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]))
const describe = (action: string, facts: Record<string, unknown>, actor = 'Rahim Uddin') =>
  describeEntry({ action, facts, actor }, english)

test.each([
  ['walletAdds.setStatus', { status: 'completed', before: { status: 'pending' } }, 'Rahim Uddin completed it'],
  ['walletAdds.approveMany', { status: 'completed', before: { status: 'pending' } }, 'Rahim Uddin completed it'],
  ['withdrawals.setStatus', { status: 'cancel', amount: 30, before: { status: 'pending' } }, 'Rahim Uddin cancelled it'],
  ['walletAdds.cancelAll', { status: 'cancel', before: { status: 'pending' } }, 'Rahim Uddin cancelled it with all pending ones'],
  [
    'walletAdds.editRow',
    { amount: 650, number: '017', status: 'completed', before: { amount: 500.5, number: '017', status: 'cancel' } },
    'Rahim Uddin edited it: Amount 500.50 tk → 650 tk, Status cancel → completed',
  ],
  ['productOrders.setStatus', { status: 'in_progress', before: { status: 'pending' } }, 'Rahim Uddin started it'],
  ['productOrders.setStatus', { status: 'pending', before: { status: 'in_progress' } }, 'Rahim Uddin set it back to pending'],
  ['productOrders.setStatus', { status: 'completed', order_note: '', before: { status: 'pending' } }, 'Rahim Uddin completed it'],
  [
    'productOrders.setStatus',
    { status: 'pending', order_note: 'Packed', before: { status: 'pending' } },
    'Rahim Uddin wrote to the customer: “Packed”',
  ],
  [
    'productOrders.setStatus',
    { status: 'pending', order_note: 'Packed', brief_note: 'Packed', before: { status: 'pending', brief_note: 'Soon' } },
    'Rahim Uddin wrote to the customer: “Soon” → “Packed”',
  ],
  [
    'productOrders.setStatus',
    { status: 'cancelled', order_note: 'Sold out', before: { status: 'pending' } },
    'Rahim Uddin cancelled it: “Sold out”',
  ],
  ['walletAdds.correct', { status: 'cancel', amount: 650, reason: 'Wrong' }, 'Rahim Uddin reversed it: “Wrong”'],
  ['handOvers.record', { amount: 30, reason: 'By hand' }, 'Rahim Uddin recorded it: Amount 30 tk: “By hand”'],
  ['handOvers.record', { amount: 30, kind: 'write_off', reason: 'Lost' }, 'Rahim Uddin wrote it off: Amount 30 tk: “Lost”'],
  ['handOvers.cancelOwn', { before: { status: 'pending' } }, 'Rahim Uddin cancelled it'],
  ['users.update', { city: 'Dhaka', before: { city: '', phone: '017' } }, 'Rahim Uddin edited it: City --- → Dhaka'],
  ['users.update', { city: 'Dhaka', phone: '017', before: { city: '' } }, 'Rahim Uddin edited it: City --- → Dhaka'],
  ['users.update', { wallet: 5, before: { wallet: 10 } }, 'Rahim Uddin edited it: Wallet 10 tk → 5 tk'],
  ['users.update', { wallet: 5, wallet_before: 10, before: {} }, 'Rahim Uddin edited it: Wallet 10 tk → 5 tk'],
  ['users.update', { password_changed: true, before: {} }, 'Rahim Uddin edited it and set a new password'],
  ['users.update', { is_banned: 1, before: { is_banned: 0 } }, 'Rahim Uddin edited it: Banned No → Yes'],
  ['users.update', { is_banned: 0, before: { is_banned: 1 } }, 'Rahim Uddin edited it: Banned Yes → No'],
  ['users.update', { before: {} }, 'Rahim Uddin edited it'],
  [
    'users.adjustEarnWallet',
    { amount: 7, reason: 'Contest', before: { earn_wallet: 0 }, earn_wallet: 7 },
    'Rahim Uddin changed the earn wallet: Earn wallet 0 tk → 7 tk: “Contest”',
  ],
  [
    'users.adjustEarnWallet',
    { amount: 7, reason: 'Contest', before: { earn_wallet: 0 }, after: { earn_wallet: 7 } },
    'Rahim Uddin changed the earn wallet: Earn wallet 0 tk → 7 tk: “Contest”',
  ],
  [
    'users.writeNote',
    { note: 'Pays late', tags: ['vip', 'late'], before: { tags: ['vip'] } },
    'Rahim Uddin wrote the note: Tags vip → vip, late',
  ],
  [
    'users.writeNote',
    { note: '', tags: [], before: { note: 'Old', tags: ['vip'] } },
    'Rahim Uddin wrote the note: Note Old → ---, Tags vip → ---',
  ],
  ['users.adjustEarnWallet', { before: {}, after: {} }, 'Rahim Uddin changed the earn wallet'],
  ['new.deed', {}, 'Rahim Uddin: new.deed'],
])('%s is put into words: %j', (action, facts, sentence) => {
  expect(describe(action, facts)).toBe(sentence)
})

test('an act of no admin is the store’s or the system’s', () => {
  expect(describe('store.earn', { amount: 100, reason: 'Referral' }, 'store')).toBe(
    'The store changed the earn wallet: Amount 100 tk: “Referral”',
  )
  expect(describe('store.setPassword', { password_changed: true }, 'store')).toBe('The store set a new password')
})
