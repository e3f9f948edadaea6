import { createHash } from 'node:crypto'
import { closeSync, openSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Db, query } from '../db/connect.ts'

/** How a server's listening connection is named, before the id of the place of its pictures. */
const SERVER_NAME = 'topdeck server '
const PLACE_FILE = '.place'

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

/** A file's inode and time of writing distinguish a shared folder from others and from copies. */
export const folderPlace = (folder: string): PicturePlace => {
  const file = join(folder, PLACE_FILE)
  closeSync(openSync(file, 'a'))
  const { ino, mtimeNs } = statSync(file, { bigint: true })
  return placeOf(`${ino}-${mtimeNs}`)
}
