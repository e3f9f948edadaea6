import { z } from 'zod'
import { OrderRow } from '#contract/orders.ts'
import type { ApiError } from '../calls/api.ts'

/** The order's current state according to a 409. */
const Conflict = z.object({
  order: OrderRow.optional().catch(undefined),
  /** The holder, if that was the reason; a super admin may proceed. */
  held_by: z.string().optional().catch(undefined),
  held_until: z.string().optional().catch(undefined),
})
export type Conflict = z.output<typeof Conflict>

/** Reads a refusal due to a changed order; undefined for other errors. */
export const conflictOf = (error: ApiError | null): Conflict | undefined =>
  error?.status === 409 ? Conflict.catch({}).parse(error.data) : undefined
