import { userInfo } from 'node:os'
import { relative } from 'node:path'

/** What the system says of a folder that somebody else owns, that is not writable, or that is none. */
const UNUSABLE = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST']
const NO_FOLDER = ['ENOTDIR', 'EEXIST']

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
  if (!UNUSABLE.includes(code) || path === undefined || !isWithin(path, dataDir)) return error
  const reason = NO_FOLDER.includes(code) ? 'is not a folder' : `cannot be used by ${userName()} (${code} at ${path})`
  const advice = NO_FOLDER.includes(code) ? 'set another DATA_DIR' : 'give it to this user (chown -R), or set another DATA_DIR'
  return new Error(`DATA_DIR ${dataDir} ${reason}: ${advice}.`, { cause: error })
}

const isWithin = (path: string, folder: string): boolean => !relative(folder, path).startsWith('..')

/** In a container the user may be a number that has no name. */
const userName = (): string => {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.()}`
  }
}
