import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawPicture } from '../../../test/support/pictures.ts'
import { remake } from './pictures.ts'

test('pictures that come at once are remade one by one, also behind a refused one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'topdeck-pictures-'))
  const pictures = Array.from({ length: 8 }, (_, nth) => join(folder, String(nth)))
  const content = await drawPicture('png', 1_200, 900)
  for (const file of pictures) writeFileSync(file, content)
  writeFileSync(pictures[1] ?? '', 'not a picture')
  let most = 0
  let isOver = false
  const watch = async () => {
    while (!isOver) {
      const { queue, process } = sharp.counters()
      most = Math.max(most, queue + process)
      await setImmediate()
    }
  }
  const watching = watch()
  const made = await Promise.allSettled(pictures.map(remake))
  isOver = true
  await watching
  rmSync(folder, { recursive: true })
  expect(made.map(({ status }) => status)).toEqual(pictures.map((_, nth) => (nth === 1 ? 'rejected' : 'fulfilled')))
  // One that has ended may still be counted as the next one begins.
  expect(most).toBeLessThanOrEqual(2)
})
