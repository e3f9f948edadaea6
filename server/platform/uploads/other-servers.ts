import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Db, query } from '../db/connect.ts'

/** How a server's listening connection is named, before the mark of its pictures. */
const SERVER_NAME = 'topdeck server '
const MARK_FILE = '.server-'
/** A server that starts has its file before its connection. */
const LEFT_BEHIND_MS = 3_600_000

/** Where this server keeps its pictures, and whether the shop's other servers keep theirs there too. */
export interface PicturePlace {
  /** Published as the name of the server's listening connection. */
  readonly name: string
  /** Whether a running server of the shop keeps its pictures elsewhere. */
  isSplit(db: Db): Promise<boolean>
  close(): void
}

const RUNNING = `
  select application_name as name from pg_stat_activity
  where datname = current_database() and starts_with(application_name, $1)`

const namesOfServers = async (db: Db): Promise<string[]> => {
  const rows = await query<{ name: string }>(db, RUNNING, [SERVER_NAME])
  return rows.map(({ name }) => name)
}

/** All servers on one bucket have one name. */
export const bucketPlace = (endpoint: string, bucket: string): PicturePlace => {
  const hash = createHash('sha256').update(`${endpoint} ${bucket}`).digest('hex').slice(0, 16)
  const name = `${SERVER_NAME}bucket-${hash}`
  return {
    name,
    isSplit: async (db) => (await namesOfServers(db)).some((other) => other !== name),
    close() {},
  }
}

/** A file under a name chosen at each start tells a shared folder from another, and its inode from a copy. */
export const folderPlace = (folder: string): PicturePlace => {
  const mark = randomBytes(8).toString('hex')
  const file = join(folder, `${MARK_FILE}${mark}`)
  writeFileSync(file, '')
  const own = `${mark}-${inodeOf(file)}`
  const isHere = (other: string) => {
    const [otherMark, inode] = other.split('-')
    return inodeOf(join(folder, `${MARK_FILE}${otherMark}`)) === inode
  }
  return {
    name: `${SERVER_NAME}${own}`,
    async isSplit(db) {
      const marks = (await namesOfServers(db)).map((name) => name.slice(SERVER_NAME.length))
      removeLeftBehind(folder, marks)
      return marks.some((other) => other !== own && !isHere(other))
    },
    close: () => rmSync(file, { force: true }),
  }
}

const inodeOf = (file: string) => statSync(file, { throwIfNoEntry: false, bigint: true })?.ino.toString()

/** Of servers that were killed. */
const removeLeftBehind = (folder: string, running: readonly string[]) => {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(MARK_FILE) || running.some((mark) => mark.startsWith(name.slice(MARK_FILE.length)))) continue
    const file = join(folder, name)
    const { mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? {}
    if (mtimeMs !== undefined && mtimeMs < Date.now() - LEFT_BEHIND_MS) rmSync(file, { force: true })
  }
}
