import { statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, relative } from 'node:path'

const REFUSED = ['EACCES', 'EPERM', 'EROFS']
const TAKEN = ['ENOTDIR', 'EEXIST']

/** Rejects with a message for the owner if the folder cannot be used. */
export const withDataFolder = async <T>(dataDir: string, work: () => T | Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw unusableError(error, dataDir)
  }
}

const unusableError = (error: unknown, dataDir: string): unknown => {
  const { code = '', path } = error as NodeJS.ErrnoException
  if (path === undefined || !isWithin(path, dataDir)) return error
  const failure = (message: string) => new Error(message, { cause: error })
  if (REFUSED.includes(code)) {
    const advice = 'give it to this user (chown -R), or set another DATA_DIR'
    return failure(`DATA_DIR ${dataDir} cannot be used by ${userName()} (${code} at ${path}): ${advice}.`)
  }
  if (!TAKEN.includes(code)) return error
  if (!isFolder(dataDir)) return failure(`DATA_DIR ${dataDir} is not a folder: set another DATA_DIR.`)
  // A dangling link may point to a disk that is not mounted and holds the key, so do not advise deleting it.
  return failure(
    `${blockingPath(path)} is in the way in DATA_DIR (${code}): see what it is, such as a link that leads nowhere, and mend it.`,
  )
}

const blockingPath = (path: string): string => (isFolder(dirname(path)) ? path : blockingPath(dirname(path)))

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

const isWithin = (path: string, folder: string): boolean => !relative(folder, path).startsWith('..')

/** In a container the user id may have no name. */
const userName = (): string => {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.()}`
  }
}
