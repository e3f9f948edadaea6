import type { audit } from '#contract/audit.ts'
import type { Handlers } from '../context.ts'
import { listChanges, readState } from './queries.ts'
import { checkSeals } from './seals.ts'

export const auditHandlers: Handlers<typeof audit> = {
  list: (ctx, query) => listChanges(ctx.db, query),
  check: (ctx, { after }) => checkSeals(ctx.db, ctx.vault, after),
  state: (ctx) => readState(ctx.db),
}
