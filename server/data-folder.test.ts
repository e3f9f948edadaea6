import { expect, test } from 'vitest'
import { withDataFolder } from './data-folder.ts'

const failing = (code: string, path?: string) => () => {
  throw Object.assign(new Error('as it came'), { code, path })
}
const told = (code: string, path?: string) => withDataFolder('/srv/shop', failing(code, path))

test.each(['EACCES', 'EROFS', 'EPERM'])(
  'a data folder that is somebody else’s (%s) is told with its user and what to do',
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
