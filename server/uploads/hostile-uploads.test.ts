import { afterAll, beforeAll, expect, test } from 'vitest'
import { chooseSeed } from '../proofs/random.ts'
import { proveBodies, proveFiles } from '../proofs/uploads.ts'
import { startApp, type TestApp } from '../testing/app.ts'

const FILES = Number(process.env.HOSTILE_FILES ?? 90)
const BODIES = Number(process.env.HOSTILE_BODIES ?? 400)
const MAX_GROWTH_MIB = 200
const TIMEOUT_MS = 300_000

let app: TestApp
let token: string
beforeAll(async () => {
  app = await startApp()
  token = await app.signIn('nadia')
})
afterAll(() => app.close())

test(
  'hostile files are refused, or stored as nothing but their picture',
  async () => {
    const seed = chooseSeed()
    const { byStatus, failures, grewMiB } = await proveFiles(app, token, { files: FILES, seed })
    console.log(
      `hostile files: ${FILES}, SEED=${seed}, ${JSON.stringify(byStatus)}, ${failures.length} failures, grew ${grewMiB} MiB`,
    )
    expect(failures).toEqual([])
    expect(grewMiB).toBeLessThan(MAX_GROWTH_MIB)
  },
  TIMEOUT_MS,
)

test(
  'malformed bodies are answered in the envelope and leave nothing behind',
  async () => {
    const seed = chooseSeed()
    const { byStatus, failures, grewMiB } = await proveBodies(app, token, { bodies: BODIES, seed })
    console.log(
      `malformed bodies: ${BODIES}, SEED=${seed}, ${JSON.stringify(byStatus)}, ${failures.length} failures, grew ${grewMiB} MiB`,
    )
    expect(failures.slice(0, 20)).toEqual([])
    expect(grewMiB).toBeLessThan(MAX_GROWTH_MIB)
  },
  TIMEOUT_MS,
)
