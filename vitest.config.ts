import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { PATIENCE_MS, TEST_MS } from './test/support/patience.ts'

const shared = {
  environment: 'node',
  testTimeout: TEST_MS,
  hookTimeout: TEST_MS,
  expect: { poll: { timeout: PATIENCE_MS } },
  pool: 'forks',
  // Tests wait, for pages, processes and a database that is gone: with fewer, two cores are idle for a part of their time.
  maxWorkers: 4,
} as const

/** Small files that take long. A fresh clone knows no times and begins with the largest: with these last, a core is half idle for 85 s. */
const LONG = /(looks-\d|kept-text|focus-in-sight|live\.e2e)/

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const isLong = ({ moduleId }: TestSpecification) => Number(LONG.test(moduleId))
    return (await super.sort(files)).toSorted((a, b) => isLong(b) - isLong(a))
  }
}

/** Three suites: server (fast, every commit), e2e (a real browser), prove (full rounds, by `npm run prove`). */
export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          ...shared,
          name: 'server',
          // Importing the server for each of 140 files again took a quarter of their time.
          isolate: false,
          // A worker runs for minutes: by itself its heap starts so small that a sixth of its time goes to collecting it.
          execArgv: ['--max-semi-space-size=64', '--initial-heap-size=512'],
          include: ['{contract,server,web,test}/**/*.test.ts'],
          globalSetup: ['test/support/global-setup.ts'],
          setupFiles: ['test/support/listed-refusals.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'e2e',
          include: ['test/e2e/*.e2e.ts'],
          setupFiles: ['test/e2e/setup.ts'],
          globalSetup: ['test/support/global-setup.ts'],
          // A worker's files share its Chromium.
          isolate: false,
        },
      },
      {
        test: {
          ...shared,
          name: 'prove',
          // With PROVE these take every look, type in every form, and race for and walk through 50 orders.
          include: ['test/proofs/*.prove.ts', 'test/e2e/{looks-*,desk-race,focus-in-sight,kept-text}.e2e.ts'],
          globalSetup: ['test/support/global-setup.ts'],
          testTimeout: 3_600_000,
        },
      },
    ],
  },
})
