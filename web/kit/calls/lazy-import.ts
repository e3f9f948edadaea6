/** The file that a browser names as the one that it could not load. */
const FILE = /https?:\S+\.js/

/** Style sheets that failed, as links to ask for them again. */
const lost = new Set<HTMLLinkElement>()

// The bundler asks for a style sheet once: the part that comes later would come without its looks.
addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') lost.add(target.cloneNode() as HTMLLinkElement)
  },
  { capture: true },
)

/** Code that comes over the wire when it is first asked for. A failure is not remembered: whoever asks again, asks the server again. */
export function lazyImport<M extends object>(load: () => Promise<M>): () => Promise<M> {
  let present: Promise<M> | undefined
  let failures = 0
  const tryOnce = async () => {
    await bringLostStyles()
    return load().catch((error) => {
      failures += 1
      return underAnotherAddress<M>(error, failures)
    })
  }
  return () => {
    present ??= tryOnce().catch((error) => {
      present = undefined
      throw error
    })
    return present
  }
}

const bringLostStyles = () => Promise.all([...lost].map(bringStyle))

const bringStyle = (link: HTMLLinkElement) =>
  new Promise((resolve, reject) => {
    lost.delete(link)
    link.onload = resolve
    link.onerror = reject
    document.head.append(link)
  })

/** Chromium before 156 remembers that a file failed and does not ask for it again as long as the page stands. */
async function underAnotherAddress<M>(error: unknown, failures: number): Promise<M> {
  const [file] = FILE.exec(String(error)) ?? []
  if (!file || failures === 1) throw error
  return import(/* @vite-ignore */ `${file}?${failures}`)
}

/** Fetches code while nobody waits for it; what fails is asked for again when it is needed. Answers what calls it off. */
export function preloadWhenIdle(parts: readonly (() => Promise<unknown>)[]): () => void {
  let isOver = false
  const begin = () => {
    if (!isOver) for (const part of parts) void part().catch(() => undefined)
  }
  // Safari has no such call.
  if (typeof requestIdleCallback === 'undefined') setTimeout(begin, 500)
  else requestIdleCallback(begin, { timeout: 3_000 })
  return () => {
    isOver = true
  }
}
