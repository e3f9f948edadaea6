import type { audit } from '#contract/audit.ts'
import { checkSeals } from '../../core/audit/seals.ts'
import type { Handlers } from '../../platform/context.ts'
import { listChanges, readState } from './queries.ts'

export const auditHandlers: Handlers<typeof audit> = {
  list: (ctx, query) => listChanges(ctx.db, query),
  check: (ctx, { after }) => checkSeals(ctx.db, ctx.vault, after, ctx.auditHead?.read()),
  state: (ctx) => readState(ctx.db),
}
