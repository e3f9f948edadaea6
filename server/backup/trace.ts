/** What is remembered of a backup's file. */
export interface Trace {
  readonly kind: 'backup' | 'restore'
  /** The moment of the shop that it holds, ISO 8601. */
  readonly moment: string
  readonly bytes: number
  readonly rows: number
  /** Pictures that the shop knew and that were not there. */
  readonly missing: number
  readonly withKey: boolean
}

type Query = (text: string, parameters: readonly unknown[]) => Promise<unknown>

const KEEP = `
  insert into backups (kind, moment, bytes, rows, missing, with_key) values ($1, $2, $3, $4, $5, $6)`

/** Remembers a backup that was made, or that this shop came back from. */
export const keepTrace = async (run: Query, { kind, moment, bytes, rows, missing, withKey }: Trace): Promise<void> => {
  await run(KEEP, [kind, moment, bytes, rows, missing, withKey])
}
