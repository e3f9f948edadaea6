import type { PastPosting } from '../core/ledger/history.ts'

export interface PastOrder {
  id: number
  user_id: number
  package_id: number
  amount: number
  playerid: string
  accounttype: string
  phone: string
  status: 'pending' | 'in_progress' | 'completed' | 'cancel'
  brief_note: string
  internal_note: string
  holder_id: number | null
  held_until: number | null
  completed_by: number | null
  created_at: number
  closed_at: number | null
  corrected_at: number | null
}

export interface PastProductOrder {
  id: number
  user_id: number
  product_id: number
  price: number
  quantity: number
  amount: number
  phone: string
  address: string
  status: 'pending' | 'in_progress' | 'completed' | 'cancelled'
  brief_note: string
  admin_id: number | null
  created_at: number
  closed_at: number | null
}

interface PastPieces {
  at: number
  product_id: number
  order_id: number
  cause: 'order' | 'cancel'
  change: number
}

export interface PastWalletAdd {
  id: number
  user_id: number
  payment_method_id: number
  amount: number
  number: string
  trx_id: string
  status: 'pending' | 'completed' | 'cancel'
  admin_id: number | null
  created_at: number
  updated_at: number
}

export interface PastOutflow {
  id: number
  amount: number
  number: string
  status: 'pending' | 'completed' | 'cancel'
  admin_id: number | null
  created_at: number
  updated_at: number
}

interface PastEarning {
  id: number
  user_id: number
  amount: number
  reason: string
  created_at: number
}

export interface Decision {
  at: number
  admin_id: number
  action: string
  subject: 'order' | 'product_order' | 'wallet_add' | 'withdrawal' | 'voucher' | 'campaign'
  subject_id: number
  facts: Record<string, unknown>
}

export const fromPending = (brief_note: string): Decision['facts'] =>
  brief_note === '' ? { before: { status: 'pending' } } : { brief_note, before: { status: 'pending', brief_note: '' } }

/** Each list is in order of time. */
export interface Trade {
  orders: PastOrder[]
  productOrders: PastProductOrder[]
  pieces: PastPieces[]
  walletAdds: PastWalletAdd[]
  earnings: PastEarning[]
  withdrawals: (PastOutflow & { user_id: number; payment_method_id: number })[]
  handOvers: (PastOutflow & { owner_id: number })[]
  postings: PastPosting[]
  decisions: Decision[]
}
