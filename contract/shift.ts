import { z } from 'zod'
import { get, post } from './endpoint.ts'
import { Day, days, filter, Id } from './list.ts'
import { TkOut } from './money.ts'

/** Absent means today. */
const period = days
const DAYS = Object.keys(period)
export const MAX_SHIFT_DAYS = 366

/** One admin's work and cash in a period. Order figures are within the caller's packages. */
export const ShiftSheet = z.object({
  admin_id: Id,
  first_name: z.string(),
  last_name: z.string(),
  username: z.string(),
  is_deleted: z.boolean(),
  /** Wallet adds completed, less what was corrected. */
  collected: TkOut,
  wallet_adds: z.number(),
  /** Asked to be handed over in the period, less what was cancelled. */
  handed_over: TkOut,
  /** Cash of his that a super admin gave up. */
  written_off: TkOut,
  /** Cash in his wallet at the end of the period: what it was before, and collected, less handed over and written off. */
  still_held: TkOut,
  /** Handed over by him and not yet confirmed when the period ended; of one that is not over, now. */
  in_transit: TkOut,
  orders_completed: z.number(),
  orders_cancelled: z.number(),
  /** Of the completed orders. */
  amount: TkOut,
  /** What the shop pays and earns is told with `dashboard_money` alone, as on the dashboard; else null. */
  cost: TkOut.nullable(),
  profit: TkOut.nullable(),
})
export type ShiftSheet = z.output<typeof ShiftSheet>

const Shift = z.object({ from: Day, to: Day, sheets: z.array(ShiftSheet) })

export const shift = {
  own: get('/admin/profile/shift', {
    access: 'signed-in',
    about: 'One’s own shift sheet for a period',
    input: z.object(period),
    output: Shift,
  }),
  list: get('/admin/shift', {
    access: 'shift_view',
    about: 'Shift sheets of all admins, or of one, for a period',
    input: z.object({ ...period, admin_id: filter(Id) }),
    output: Shift,
  }),
  exportOwnCsv: post('/admin/profile/shift/export', {
    access: 'signed-in',
    about: 'One’s own shift sheet as CSV',
    input: z.object(period),
    output: z.string(),
    audit: { subject: 'shift', fields: DAYS },
  }),
  exportCsv: post('/admin/shift/export', {
    access: 'shift_view',
    about: 'Shift sheets as CSV',
    input: z.object({ ...period, admin_id: filter(Id) }),
    output: z.string(),
    audit: { subject: 'shift', fields: [...DAYS, 'admin_id'] },
  }),
}
