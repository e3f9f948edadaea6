import type { Db } from '../db/connect.ts'

/** A gauge of the application, and what it says now. */
export interface Figure {
  readonly name: string
  readonly help: string
  readonly values: readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[]
}
export type ReadFigures = (db: Db) => Promise<readonly Figure[]>
