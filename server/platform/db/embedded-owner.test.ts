import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { waitUntilFree } from './embedded-owner.ts'

/** No process has it: Linux and macOS count to less. */
const NOBODY = 2 ** 30

test('a note that is taken away just when it is read counts as gone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'topdeck-owner-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const cluster = join(folder, 'postgres')
  mkdirSync(cluster)
  const file = JSON.stringify(join(cluster, 'postmaster.pid'))
  const restless = spawn(process.execPath, [
    '-e',
    `const fs = require('node:fs'); console.log('on'); for (;;) { fs.writeFileSync(${file}, '${NOBODY}'); fs.rmSync(${file}) }`,
  ])
  try {
    await once(restless.stdout, 'data')
    const end = performance.now() + 500
    while (performance.now() < end) expect(await waitUntilFree(folder, '', () => undefined)).toBeUndefined()
  } finally {
    const gone = once(restless, 'exit')
    restless.kill('SIGKILL')
    await gone
  }
})
