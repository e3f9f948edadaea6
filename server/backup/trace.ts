export interface Trace {
  readonly kind: 'backup' | 'restore'
  readonly moment: string
  readonly bytes: number
  readonly rows: number
  readonly missing: number
  readonly withKey: boolean
}

type Query = (text: string, parameters: readonly unknown[]) => Promise<unknown>

const KEEP = `
  insert into backups (kind, moment, bytes, rows, missing, with_key) values ($1, $2, $3, $4, $5, $6)`

export const recordTrace = async (run: Query, { kind, moment, bytes, rows, missing, withKey }: Trace): Promise<void> => {
  await run(KEEP, [kind, moment, bytes, rows, missing, withKey])
}
