import { mkdirSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Storage } from './storage.ts'

const isMissing = (error: unknown) => (error as { code?: string }).code === 'ENOENT'

/** Pictures in a folder. A file appears under its name only once it is whole and on the disk. */
export const openFolder = (folder: string): Storage => {
  mkdirSync(folder, { recursive: true })
  // By the picture's name: whatever a cut write leaves behind goes with the picture.
  const unfinishedOf = (name: string) => join(folder, `.${name}.part`)
  return {
    async write(name, content) {
      const unfinished = unfinishedOf(name)
      try {
        const file = await open(unfinished, 'w', 0o644)
        try {
          await file.writeFile(content)
          await file.sync()
        } finally {
          await file.close()
        }
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

/** Makes the rename last through a power cut; some systems cannot open a folder, and lose nothing by it. */
export const syncFolder = async (folder: string) => {
  const handle = await open(folder, 'r').catch(() => undefined)
  await handle?.sync().catch(() => {})
  await handle?.close()
}
