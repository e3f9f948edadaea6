import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { withDataFolder } from './data-folder.ts'

const failing = (code: string, path?: string) => () => {
  throw Object.assign(new Error('as it came'), { code, path })
}
const told = (code: string, path?: string) => withDataFolder('/srv/shop', failing(code, path))

test.each(['EACCES', 'EROFS', 'EPERM'])(
  'another user’s data folder (%s) is reported with its user and what to do',
  async (code) => {
    await expect(told(code, '/srv/shop/postgres-password')).rejects.toThrow(
      /^DATA_DIR \/srv\/shop cannot be used by .+ \(\w+ at \/srv\/shop\/postgres-password\): give it to this user \(chown -R\), or set another DATA_DIR\.$/,
    )
  },
)

test('what fails elsewhere, or for another reason, stays as it came', async () => {
  await expect(told('EACCES', '/srv/shopping')).rejects.toThrow('as it came')
  await expect(told('EACCES')).rejects.toThrow('as it came')
  await expect(told('ENOSPC', '/srv/shop/master.key')).rejects.toThrow('as it came')
})

describe('something else in the place of a folder or a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'data-folder-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'images'), '')
  symlinkSync(join(folder, 'nowhere', 'key'), join(folder, 'master.key'))
  const makeFolder = (path: string) => () => mkdirSync(path, { recursive: true })

  test.each([
    ['the folder itself', '', '', makeFolder],
    ['what it lies in', 'below/it', '', makeFolder],
    ['the folder that is only read', '', 'master.key', (path: string) => () => readFileSync(path)],
  ])('%s: it is the folder that is none', async (_, below, path, work) => {
    const dataDir = join(folder, 'images', below)
    await expect(withDataFolder<unknown>(dataDir, work(join(dataDir, path)))).rejects.toThrow(
      `DATA_DIR ${dataDir} is not a folder: set another DATA_DIR.`,
    )
  })

  test.each([
    ['EEXIST', 'images', 'images', makeFolder],
    ['ENOTDIR', 'images/2026/05', 'images', makeFolder],
    ['EEXIST', 'master.key', 'master.key', (path: string) => () => openSync(path, 'wx')],
  ])('within a folder that is one (%s at %s): what is in the way is named', async (code, path, inTheWay, work) => {
    await expect(withDataFolder<unknown>(folder, work(join(folder, path)))).rejects.toThrow(
      `${join(folder, inTheWay)} is in the way in DATA_DIR (${code}): see what it is, such as a link that leads nowhere, and mend it.`,
    )
  })
})
