import { z } from 'zod'
import { Nothing, post } from './endpoint.ts'
import { flow } from './flow.ts'
import { Id } from './list.ts'

/** Wallet adds: 'Edit Status' only while pending; cancel -> completed credits once, cancel -> pending reopens (full edit). */
export const topupFlow = flow({
  pending: ['completed', 'cancel'],
  cancel: ['pending', 'completed'],
  completed: [],
})
export type TopupStatus = (typeof topupFlow.statuses)[number]

export const TopupStatus = z.enum(['completed', 'pending', 'cancel'], { error: 'Select an option to update' })

export const walletTopups = {
  setStatus: post('/admin/transaction/update', {
    access: 'wallet_adds_approve',
    about: 'Decide a pending wallet add; completing it credits the customer’s wallet and the deciding admin’s wallet',
    input: z.object({ transaction_id: Id, status: TopupStatus }),
    output: Nothing,
    done: 'Transaction updated successfully',
    money: true,
    audit: { subject: 'transaction', fields: ['status'] },
  }),
}
