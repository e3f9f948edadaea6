import { afterAll } from 'vitest'
import { startApp, type TestApp } from '../server/testing/app.ts'
import { startBrowser, type TestBrowser } from './browser.ts'
import { letArrive } from './people.ts'

/** A server with the dashboard, and a browser over it. */
export interface Shop {
  readonly app: TestApp
  readonly browser: TestBrowser
}

/** Starts a file's shop, which closes when its tests are over; what such a file starts later is stopped before. */
export async function startShop(options: Parameters<typeof startApp>[0] = {}): Promise<Shop> {
  const app = await startApp({ ...options, pages: true })
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
