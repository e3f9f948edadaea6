import { open, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../db/files.ts'
import type { Storage } from './storage.ts'

const isMissing = (error: unknown) => (error as { code?: string }).code === 'ENOENT'

/** A file appears under its name only when it is complete and on disk. */
export const openFolder = (folder: string): Storage => {
  makeFolder(folder)
  // Named after the image, so that an unfinished write is removed with it.
  const unfinishedOf = (name: string) => join(folder, `.${name}.part`)
  return {
    async write(name, content) {
      const unfinished = unfinishedOf(name)
      try {
        await writeFile(unfinished, content, { mode: 0o644, flush: true })
        await rename(unfinished, join(folder, name))
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
      await syncFolder(folder)
    },

    async read(name) {
      try {
        const file = await open(join(folder, name), 'r')
        const { size } = await file.stat()
        return { bytes: size, stream: file.createReadStream() }
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },

    async remove(name) {
      await rm(unfinishedOf(name), { force: true })
      await rm(join(folder, name), { force: true })
    },
  }
}

/** Makes the rename durable. Some systems cannot open folders and do not need this. */
export const syncFolder = async (folder: string) => {
  const handle = await open(folder, 'r').catch(() => undefined)
  await handle?.sync().catch(() => {})
  await handle?.close()
}
