import { expect, test } from 'vitest'
import type { Tk } from './money.ts'
import { explain, inEnglish } from './statement-lines.ts'

const line = {
  source: 'order',
  source_id: 12,
  kind: 'placed',
  detail: '100 Gems',
  amount: -80 as Tk,
  other_kind: 'orders_held',
  other_owner: null,
  rises_with_other: false,
} as const

test.each([
  [{}, 'Order #12 placed (100 Gems): 80 tk to orders held'],
  [{ kind: 'cancelled', amount: 80.5 as Tk }, 'Order #12 cancelled (100 Gems): 80.50 tk from orders held'],
  [{ source: null, source_id: null, detail: '' }, 'An order that you may not see was placed: 80 tk to orders held'],
  [{ detail: 'A {{id}} $& x' }, 'Order #12 placed (A {{id}} $& x): 80 tk to orders held'],
  [
    {
      source: 'wallet_add',
      kind: 'corrected',
      detail: '',
      other_kind: 'admin_wallet',
      other_owner: 'A. B',
      rises_with_other: true,
    },
    'Wallet add #12 corrected: 80 tk, and the same out of A. B’s collected cash',
  ],
  [{ source: 'hand_over', kind: 'written_off', other_kind: 'payouts' }, 'Hand-over #12 written off: 80 tk to payouts'],
  [{ source: 'opening', kind: 'opening', other_kind: 'sales' }, 'Opening #12 balance: 80 tk to sales'],
  [{ source: 'by_hand', kind: 'mended' }, 'by_hand #12 mended: 80 tk to orders held'],
] as const)('%j is put into words', (changes, sentence) => {
  expect(explain({ ...line, ...changes }, inEnglish)).toBe(sentence)
})
