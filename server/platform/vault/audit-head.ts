import { join } from 'node:path'
import { makeFolder, readIfThere, replaceFile } from '../db/files.ts'

/** The end of the sealed log: its last row's id, and the seal over it in hexadecimal. Kept outside the database, it shows when the
 * newest rows are removed together with their seals. */
export interface Head {
  readonly id: number
  readonly hash: string
}

export interface HeadStore {
  read(): Head | undefined
  write(head: Head): void
}

const LINE = /^(-?\d+) ([0-9a-f]{64})$/

export const headFile = (dataDir: string): string => join(dataDir, 'audit-head')

/** `DATA_DIR/audit-head`: one line, the id and the seal. Throws a message if the file holds something else. */
export const openHeadFile = (dataDir: string): HeadStore => {
  const file = headFile(dataDir)
  return {
    read: () => {
      const line = readIfThere(file)?.trim()
      if (line === undefined) return undefined
      const [, id, hash] = LINE.exec(line) ?? []
      if (!id || !hash) throw new Error(`${file} does not hold the end of the audit log: see what it is, and move it away.`)
      return { id: Number(id), hash }
    },
    write: ({ id, hash }) => {
      makeFolder(dataDir)
      replaceFile(file, `${id} ${hash}\n`)
    },
  }
}
