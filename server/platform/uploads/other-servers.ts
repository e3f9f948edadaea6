import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Db, query } from '../db/connect.ts'

/** How a server's listening connection is named, before the id of the place of its pictures. */
const SERVER_NAME = 'topdeck server '
const ID_FILE = '.place'

/** Where this server keeps its pictures, and whether the shop's other servers keep theirs there too. */
export interface PicturePlace {
  /** Published as the name of the server's listening connection: all servers on one place have one name. */
  readonly name: string
  /** Whether a running server of the shop keeps its pictures elsewhere. */
  isSplit(db: Db): Promise<boolean>
}

const ELSEWHERE = `
  select 1 as is_elsewhere from pg_stat_activity
  where datname = current_database() and starts_with(application_name, $1) and application_name <> $2
  limit 1`

const placeOf = (id: string): PicturePlace => {
  const name = SERVER_NAME + id
  return { name, isSplit: async (db) => (await query(db, ELSEWHERE, [SERVER_NAME, name])).length > 0 }
}

export const bucketPlace = (endpoint: string, bucket: string): PicturePlace =>
  placeOf(`bucket-${createHash('sha256').update(`${endpoint} ${bucket}`).digest('hex').slice(0, 16)}`)

/** A file with a random id distinguishes a shared folder from another, and its inode from a copy. */
export const folderPlace = (folder: string): PicturePlace => {
  const file = join(folder, ID_FILE)
  try {
    writeFileSync(file, randomBytes(8).toString('hex'), { flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return placeOf(`${readFileSync(file, 'utf8')}-${statSync(file, { bigint: true }).ino}`)
}
