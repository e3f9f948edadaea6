import { afterAll } from 'vitest'
import { LIVE_JOBS, startApp, type TestApp } from '../support/app.ts'
import { startBrowser, type TestBrowser } from './browser.ts'
import { letArrive } from './people.ts'

/** A server with the dashboard, and a browser over it. */
export interface Shop {
  readonly app: TestApp
  readonly browser: TestBrowser
}

/**
 * Starts a file's shop, with the jobs that tell browsers of changes and those that are named. It closes when its tests are over; what
 * such a file starts later is stopped before.
 */
export async function startShop(jobs: string[] = []): Promise<Shop> {
  const app = await startApp({ pages: true, jobs: [...LIVE_JOBS, ...jobs] })
  letArrive(app.url, app)
  const browser = await startBrowser(app.url).catch(async (error) => {
    // Where a file fails before its tests no hook of it runs.
    await app.close()
    throw error
  })
  afterAll(async () => {
    await browser.close()
    await app.close()
  })
  return { app, browser }
}
