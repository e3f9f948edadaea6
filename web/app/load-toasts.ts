import { lazyImport } from '../calls/lazy-import.ts'

const RETRY_MS = 3_000

const load = lazyImport(() => import('./Toasts.tsx'))

/** Loads the toasts, retrying until it succeeds. Toasts shown meanwhile wait in the store; no screen waits. */
export const loadToasts = async () => {
  for (;;) {
    try {
      return { default: (await load()).Toasts }
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }
}
