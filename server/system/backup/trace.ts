import type { Ask } from '../../platform/db/pool.ts'

export interface Trace {
  readonly kind: 'backup' | 'restore'
  readonly moment: string
  readonly bytes: number
  readonly rows: number
  readonly missing: number
  readonly withKey: boolean
}

const KEEP = `
  insert into backups (kind, moment, bytes, rows, missing, with_key) values ($1, $2, $3, $4, $5, $6)`

export const recordTrace = async (ask: Ask, { kind, moment, bytes, rows, missing, withKey }: Trace): Promise<void> => {
  await ask(KEEP, [kind, moment, bytes, rows, missing, withKey])
}
