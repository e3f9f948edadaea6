import { defineConfig } from 'vitest/config'

const shared = { environment: 'node', testTimeout: 120_000, hookTimeout: 120_000, pool: 'forks', maxWorkers: 2 } as const

/** Where a second try would hide what must not happen even once: a lost focus, an order or a payment done twice. */
const ONCE = ['e2e/{desk,money}.e2e.ts']

/** Three suites: server (fast, every commit), e2e (a real browser), prove (full rounds, by `npm run prove`). */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: 'server',
          include: ['{contract,server,web}/**/*.test.ts'],
          globalSetup: ['server/testing/global-setup.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'e2e',
          include: ['e2e/*.e2e.ts'],
          exclude: ONCE,
          globalSetup: ['server/testing/global-setup.ts'],
          testTimeout: 240_000,
          // A browser on two busy cores misses a frame now and then; what fails twice is broken.
          retry: 1,
        },
      },
      {
        test: {
          ...shared,
          name: 'e2e-once',
          include: ONCE,
          globalSetup: ['server/testing/global-setup.ts'],
          testTimeout: 240_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'prove',
          include: ['server/**/*.prove.ts'],
          globalSetup: ['server/testing/global-setup.ts'],
          testTimeout: 3_600_000,
        },
      },
    ],
  },
})
