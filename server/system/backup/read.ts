import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import { refuseUnknown } from '../../platform/db/migrate.ts'
import { CONTENTS, type Contents, FORMAT, HEAD, type Head, KEY, partsHash, readContents, readHead } from './format.ts'
import { type Part, untar } from './tar.ts'

export interface Backup {
  readonly head: Head
  readonly contents: Contents
  readonly key: Buffer | undefined
  parts(): AsyncIterable<Part>
  close(): Promise<void>
}

/** Throws a message unless the file is a complete backup that is not newer than this program. */
export const openBackup = async (file: string): Promise<Backup> => {
  const handle = await open(file).catch(() => {
    throw new Error(`There is no file ${file} that can be read.`)
  })
  try {
    const found = await readThrough(handle, file)
    return { ...found, parts: () => sameAgain(handle, file, found.contents), close: () => handle.close() }
  } catch (error) {
    await handle.close()
    throw error
  }
}

const partsOf = (handle: FileHandle): AsyncGenerator<Part, void> => {
  const bytes = createReadStream('', { fd: handle, start: 0, autoClose: false })
  const opened = createGunzip()
  bytes.on('error', (error) => opened.destroy(error))
  return untar(bytes.pipe(opened))
}

/** The second pass fails if the file has changed since the first. */
async function* sameAgain(handle: FileHandle, file: string, { sha256 }: Contents): AsyncGenerator<Part, void> {
  const hash = partsHash()
  for await (const part of partsOf(handle)) {
    if (part.name !== CONTENTS) hash.add(part)
    yield part
  }
  if (hash.hex() !== sha256) throw new Error(`${file} was changed while it was read.`)
}

const readThrough = async (handle: FileHandle, file: string) => {
  const hash = partsHash()
  let head: Head | undefined
  let contents: Contents | undefined
  let key: Buffer | undefined
  let format = FORMAT
  try {
    for await (const part of partsOf(handle)) {
      if (contents) throw new Error('something follows its contents')
      if (!head) {
        format = formatOf(part)
        head = readHead(part.content)
      }
      if (part.name === KEY) key = Buffer.from(part.content.toString('utf8'), 'hex')
      if (part.name === CONTENTS) contents = readContents(part.content)
      else hash.add(part)
    }
  } catch {
    if (format > FORMAT) throw new Error(`${file} was made by a newer program than this one: update this one first.`)
    if (!head) throw new Error(`${file} is not a backup of Topdeck, or is damaged from its beginning on.`)
    contents = undefined
  }
  if (!head || contents?.sha256 !== hash.hex()) {
    throw new Error(`${file} is cut off or damaged. Nothing was restored: take another backup.`)
  }
  refuseUnknown('The backup', head.migrations)
  return { head, contents, key }
}

const formatOf = ({ name, content }: Part): number => {
  if (name !== HEAD) throw new Error('it begins with something else')
  return JSON.parse(content.toString('utf8')).format
}
