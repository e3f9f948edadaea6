import { csvNewestFirst, type ExportPage } from '../../server/core/exports/rows.ts'
import type { Db } from '../../server/platform/db/connect.ts'

/** The ids that an export writes, in its order; `id` is the column they stand in. */
export const exportedIds = async (db: Db, id: string, below: ExportPage): Promise<number[]> => {
  let csv = ''
  for await (const piece of csvNewestFirst(db, [['ID', id, 'id']], below)) csv += piece
  return csv.trimEnd().split('\r\n').slice(1).map(Number)
}
