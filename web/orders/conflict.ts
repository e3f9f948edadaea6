import { z } from 'zod'
import { OrderRow } from '#contract/orders.ts'
import type { ApiError } from '../calls/api.ts'

/** The order's current state according to a 409. */
export interface Conflict {
  readonly order: OrderRow | undefined
  /** The holder, if that was the reason; a super admin may proceed. */
  readonly heldBy: string | undefined
  readonly heldUntil: string | undefined
}

const Data = z.object({
  order: OrderRow.optional().catch(undefined),
  held_by: z.string().optional().catch(undefined),
  held_until: z.string().optional().catch(undefined),
})

/** Reads a refusal due to a changed order; undefined for other errors. */
export function conflictOf(error: ApiError | null): Conflict | undefined {
  if (error?.status !== 409) return undefined
  const data = Data.safeParse(error.data ?? {})
  if (!data.success) return { order: undefined, heldBy: undefined, heldUntil: undefined }
  return { order: data.data.order, heldBy: data.data.held_by, heldUntil: data.data.held_until }
}
