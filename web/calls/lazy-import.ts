/** URL of the failed file in the browser's error message. */
const FILE = /https?:\S+\.js/

/** Failed style sheets, as links that request them again. */
const failedStyles = new Set<HTMLLinkElement>()

// The bundler requests a style sheet only once: without this, the component would later appear unstyled.
addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStyles.add(target.cloneNode() as HTMLLinkElement)
  },
  { capture: true },
)

/** Loads code on first use. A failure is not cached: the next call asks the server again. */
export function lazyImport<M extends object>(load: () => Promise<M>): () => Promise<M> {
  let promise: Promise<M> | undefined
  let failures = 0
  const attempt = async () => {
    await reloadFailedStyles()
    return load().catch((error) => {
      failures += 1
      return importWithCacheBuster<M>(error, failures)
    })
  }
  return () => {
    promise ??= attempt().catch((error) => {
      promise = undefined
      throw error
    })
    return promise
  }
}

const reloadFailedStyles = () => Promise.all([...failedStyles].map(reloadStyle))

const reloadStyle = (link: HTMLLinkElement) =>
  new Promise((resolve, reject) => {
    failedStyles.delete(link)
    link.onload = resolve
    link.onerror = reject
    document.head.append(link)
  })

/** Chromium before 156 caches a failed module for the life of the page, so later attempts need another URL. */
async function importWithCacheBuster<M>(error: unknown, failures: number): Promise<M> {
  const [file] = FILE.exec(String(error)) ?? []
  if (!file || failures === 1) throw error
  return import(/* @vite-ignore */ `${file}?${failures}`)
}

/** Loads code while the browser is idle; failures are retried when the code is needed. Returns a function that cancels it. */
export function preloadWhenIdle(parts: readonly (() => Promise<unknown>)[]): () => void {
  let isCancelled = false
  const begin = () => {
    if (!isCancelled) for (const part of parts) void part().catch(() => undefined)
  }
  // Safari has no requestIdleCallback.
  if (typeof requestIdleCallback === 'undefined') setTimeout(begin, 500)
  else requestIdleCallback(begin, { timeout: 3_000 })
  return () => {
    isCancelled = true
  }
}
