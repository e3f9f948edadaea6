import { z } from 'zod'
import type { ModuleKey } from './access.ts'
import { type AuditTopic, SELF_APPROVED } from './audit.ts'
import { Day, IdOut, Instant } from './list.ts'
import { TkOut } from './money.ts'

/** The week of changes by hand is that of these days, today included; beside it stand the weeks before. */
export const WEEK_DAYS = 7
export const WEEKS_BEFORE = 4
/** Cash that was collected before these days is only said to be older. */
export const CASH_DAYS = 90
/** What lasts longer is not named. */
export const RUNS_OUT_DAYS = 7

const Holder = z.object({ admin_id: IdOut, first_name: z.string(), last_name: z.string(), username: z.string() })

const Cash = Holder.extend({
  amount: TkOut,
  /** The day of the oldest cash that was not handed over; null if that is older than CASH_DAYS. */
  since: Day.nullable(),
})

/** What the audit log has of each: topics, and rows of admins who approved their own. */
export const BY_HAND = ['by_hand', 'refunds', SELF_APPROVED] as const satisfies readonly (AuditTopic | typeof SELF_APPROVED)[]
export type ByHand = (typeof BY_HAND)[number]

const Changes = z.object({
  what: z.enum(BY_HAND),
  from: Day,
  to: Day,
  count: z.number(),
  /** Of the weeks before, altogether. */
  before: z.number(),
  admins: z.array(Holder.extend({ count: z.number() })),
})

const RunsOut = z.object({
  id: IdOut,
  name: z.string(),
  product_name: z.string(),
  /** Codes, or tk of a product's tracked stock. */
  left: z.number(),
  /** At the rate of the last CODE_USE_DAYS days, rounded down. */
  days_left: z.number(),
})

const SilentPhone = z.object({
  id: IdOut,
  name: z.string(),
  last_at: Instant,
  /** How many messages usually come in the time since. */
  usual: z.number(),
})

const Pending = z.object({ amount: TkOut, oldest_s: z.number().nullable() })

/** The owner's questions, each with what it needs. The server has the SQL of each, the dashboard its sentence and the list behind it. */
export const ANSWERS = {
  cash: { needs: 'shift_view', shape: z.array(Cash) },
  changes: { needs: 'super', shape: z.array(Changes) },
  codes: { needs: 'vouchers_view', shape: z.array(RunsOut) },
  stock: { needs: 'topup_products', shape: z.array(RunsOut) },
  payment_phones: { needs: 'wallet_adds_view', shape: z.array(SilentPhone) },
  backup: { needs: 'super', shape: z.object({ days: z.number().describe('Since the last one') }) },
  orders: { needs: 'orders_view', shape: Pending },
  product_orders: { needs: 'product_orders_view', shape: Pending },
  wallet_adds: { needs: 'wallet_adds_view', shape: Pending },
  withdrawals: { needs: 'withdrawals_view', shape: Pending },
  hand_overs: { needs: 'hand_overs_view', shape: Pending },
} as const satisfies Record<string, { needs: ModuleKey | 'super'; shape: z.ZodType }>
export type Answer = keyof typeof ANSWERS

const shapes = Object.fromEntries(Object.entries(ANSWERS).map(([name, { shape }]) => [name, shape.nullable()])) as {
  [A in Answer]: z.ZodNullable<(typeof ANSWERS)[A]['shape']>
}
/** Null where the admin may not see it. */
export const Answers = z.object(shapes)
export type Answers = z.output<typeof Answers>
