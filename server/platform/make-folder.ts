import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

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
