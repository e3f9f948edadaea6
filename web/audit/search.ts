import { z } from 'zod'
import { AUDIT_SUBJECTS } from '#contract/audit.ts'
import { Id } from '#contract/list.ts'
import { daysAddress } from '../lists/filters/days.ts'
import { listAddress } from '../lists/use-list.ts'

export const auditSearch = z.object({
  ...listAddress(['id']),
  subject: z.enum(AUDIT_SUBJECTS).optional().catch(undefined),
  subject_id: Id.optional().catch(undefined),
  admin_id: Id.optional().catch(undefined),
  ...daysAddress,
})
export type AuditSearch = z.output<typeof auditSearch>
