import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** The text of a file; undefined if there is none, also if it is removed meanwhile. */
export const readIfThere = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Writes a file that only this user reads. A crash leaves the previous text instead of a part of the new one. */
export const replaceFile = (file: string, text: string): void => {
  writeFileSync(`${file}.new`, text, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

/** Makes a folder, with `mode`, and those above it. One by one: below /proc, Node's `recursive` tries for ever. */
export const makeFolder = (path: string, mode = 0o777): void => {
  if (isFolder(path)) return
  const above = dirname(path)
  if (!existsSync(above)) makeFolder(above)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT')
      throw new Error(`No folder can be made in ${above}, so not ${path}: set another DATA_DIR.`, { cause: error })
    // EEXIST: made meanwhile, or something else in its place.
    if (!isFolder(path)) throw error
  }
}
