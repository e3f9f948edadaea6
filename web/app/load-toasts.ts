type Module = typeof import('./Toasts.tsx')

const RETRY_MS = 3_000
/** The file that a browser names as the one that it could not load. */
const FILE = /https?:\S+\.js/

/** Fetches the place of toasts, again and again until it is there: what is said meanwhile waits for it, and no screen does. */
export const loadToasts = async (): Promise<{ default: Module['Toasts'] }> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return { default: (await import('./Toasts.tsx').catch((error) => underAnotherAddress(error, attempt))).Toasts }
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }
}

/** Chromium before 156 remembers that a file failed and does not ask for it again as long as the page stands. */
const underAnotherAddress = async (error: unknown, attempt: number): Promise<Module> => {
  const [file] = FILE.exec(String(error)) ?? []
  if (!file || attempt === 1) throw error
  return import(/* @vite-ignore */ `${file}?${attempt}`)
}
