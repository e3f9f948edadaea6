import { z } from 'zod'
import { get, post } from './endpoint.ts'
import { exportFormat } from './exports.ts'
import { Day, days, filter, Id } from './list.ts'
import { TkOut } from './money.ts'

const period = days
const DAYS = Object.keys(period)
export const MAX_SHIFT_DAYS = 366

export const ShiftSheet = z.object({
  admin_id: Id,
  first_name: z.string(),
  last_name: z.string(),
  username: z.string(),
  is_deleted: z.boolean(),
  /** Completed wallet adds minus corrections. */
  collected: TkOut,
  wallet_adds: z.number(),
  /** Requested in the period, minus cancelled. */
  handed_over: TkOut,
  written_off: TkOut,
  /** At the end of the period: earlier balance + collected - handed over - written off. */
  still_held: TkOut,
  /** Not confirmed at the end of the period, or now if it is not over. */
  in_transit: TkOut,
  orders_completed: z.number(),
  orders_cancelled: z.number(),
  amount: TkOut,
  /** Null without `dashboard_money`. */
  cost: TkOut.nullable(),
  profit: TkOut.nullable(),
})
export type ShiftSheet = z.output<typeof ShiftSheet>

const Shift = z.object({
  from: Day,
  to: Day,
  sheets: z.array(ShiftSheet),
  /** Wallet adds that their payments' notices completed, into the store's cash; null on a sheet of one admin. */
  automatic: z.object({ wallet_adds: z.number(), amount: TkOut }).nullable(),
})

export const shift = {
  own: get('/admin/profile/shift', {
    onStandby: true,
    access: 'signed-in',
    about: 'One’s own shift sheet for a period',
    input: z.object(period),
    output: Shift,
  }),
  list: get('/admin/shift', {
    onStandby: true,
    access: 'shift_view',
    about: 'Shift sheets of all admins, or of one, for a period',
    input: z.object({ ...period, admin_id: filter(Id) }),
    output: Shift,
  }),
  exportOwn: post('/admin/profile/shift/export', {
    access: 'signed-in',
    effects: [],
    about: 'One’s own shift sheet as CSV or .xlsx',
    input: z.object({ ...period, ...exportFormat }),
    output: z.string(),
    audit: { subject: 'shift', fields: DAYS },
  }),
  exportRows: post('/admin/shift/export', {
    access: 'shift_view',
    effects: [],
    about: 'Shift sheets as CSV or .xlsx',
    input: z.object({ ...period, admin_id: filter(Id), ...exportFormat }),
    output: z.string(),
    audit: { subject: 'shift', fields: [...DAYS, 'admin_id'] },
  }),
}
