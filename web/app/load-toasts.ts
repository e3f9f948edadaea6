import { lazyImport } from '../kit/calls/lazy-import.ts'

const RETRY_MS = 3_000

const bring = lazyImport(() => import('./Toasts.tsx'))

/** Fetches the place of toasts, again and again until it is there: what is said meanwhile waits for it, and no screen does. */
export const loadToasts = async () => {
  for (;;) {
    try {
      return { default: (await bring()).Toasts }
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }
}
