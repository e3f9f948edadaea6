import { readFileSync, renameSync, writeFileSync } from 'node:fs'

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
