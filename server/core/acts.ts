import type { SYSTEM_ACTS } from '#contract/effects.ts'
import { type Db, inAct } from '../platform/db/connect.ts'

/** Does what the program does by itself. */
export const inSystemAct = <R>(db: Db, action: keyof typeof SYSTEM_ACTS, work: (own: Db) => Promise<R>): Promise<R> =>
  inAct(db, { action, actor: 'system' }, work)
