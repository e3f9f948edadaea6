import { statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, relative } from 'node:path'

/** What the system says of a folder that somebody else owns, or that is not writable. */
const REFUSED = ['EACCES', 'EPERM', 'EROFS']
/** And where something else is in the place of a folder, or of a file that is to be made. */
const TAKEN = ['ENOTDIR', 'EEXIST']

/** Runs work that needs the data folder, which it may make. Where the folder cannot be used, rejects with a sentence for its owner. */
export const withDataFolder = async <T>(dataDir: string, work: () => T | Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw whyUnusable(error, dataDir)
  }
}

const whyUnusable = (error: unknown, dataDir: string): unknown => {
  const { code = '', path } = error as NodeJS.ErrnoException
  if (path === undefined || !isWithin(path, dataDir)) return error
  const says = (sentence: string) => new Error(sentence, { cause: error })
  if (REFUSED.includes(code)) {
    const advice = 'give it to this user (chown -R), or set another DATA_DIR'
    return says(`DATA_DIR ${dataDir} cannot be used by ${userName()} (${code} at ${path}): ${advice}.`)
  }
  if (!TAKEN.includes(code)) return error
  if (!isFolder(dataDir)) return says(`DATA_DIR ${dataDir} is not a folder: set another DATA_DIR.`)
  // A link that leads nowhere may be to a disk that is not there at the moment, and a key with it: nothing is advised to be deleted.
  return says(
    `${inTheWay(path)} is in the way in DATA_DIR (${code}): see what it is, such as a link that leads nowhere, and mend it.`,
  )
}

/** The first on the way to `path` that is no folder; in the end `path` itself. */
const inTheWay = (path: string): string => (isFolder(dirname(path)) ? path : inTheWay(dirname(path)))

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

const isWithin = (path: string, folder: string): boolean => !relative(folder, path).startsWith('..')

/** In a container the user may be a number that has no name. */
const userName = (): string => {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.()}`
  }
}
