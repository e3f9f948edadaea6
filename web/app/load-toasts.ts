const RETRY_MS = 3_000

/** Fetches the place of toasts, again and again until it is there: what is said meanwhile waits for it, and no screen does. */
export const loadToasts = async (): Promise<{ default: typeof import('./Toasts.tsx').Toasts }> => {
  for (;;) {
    try {
      return { default: (await import('./Toasts.tsx')).Toasts }
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }
}
