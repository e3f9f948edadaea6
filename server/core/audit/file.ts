import { closeSync, openSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { query } from '../../platform/db/connect.ts'
import { readIfThere, replaceFile } from '../../platform/db/files.ts'
import type { Job } from '../../platform/jobs/jobs.ts'

const ROWS_AT_ONCE = 1_000

// Below a seal nothing is being written any more, so no row is skipped.
const NEXT = `
  select a.id, a.at, a.actor, a.admin_id, a.address, a.request_id, a.action, a.subject, a.subject_id, a.facts
  from audit a
  where a.id > $1 and a.id <= (select to_id from audit_seals order by id desc limit 1)
  order by a.id limit ${ROWS_AT_ONCE}`

/** Appends each sealed row of the audit log to a file as a line of JSON, for another machine to collect. `position` is the file that
 * keeps the last id; after a crash some rows may come twice. Throws a message if the file cannot be written. */
export const auditFile = (file: string, position: string): Job => {
  try {
    closeSync(openSync(file, 'a', 0o640))
  } catch (cause) {
    throw new Error(`AUDIT_FILE ${file} cannot be written: ${(cause as Error).message}.`, { cause })
  }
  let last: number | undefined
  return {
    name: 'append to AUDIT_FILE',
    everyMs: 1_000,
    run: async (db, stopping) => {
      last ??= Number(readIfThere(position) ?? 0) || 0
      for (;;) {
        const rows: { id: number }[] = await query(db, NEXT, [last])
        const newest: number | undefined = rows.at(-1)?.id
        if (newest === undefined || stopping?.aborted) return
        // Opened each time, because the collector may have moved the file away.
        await appendFile(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''), { mode: 0o640 })
        last = newest
        replaceFile(position, `${last}\n`)
      }
    },
  }
}
