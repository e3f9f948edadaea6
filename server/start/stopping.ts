import type { EmbeddedDatabase } from '../platform/db/embedded.ts'

/** A signal ends the start at once: nothing is being served yet. */
export const orStop = async <T extends object>(
  start: Promise<T>,
  stopping: Promise<void>,
  embedded?: EmbeddedDatabase,
): Promise<T> => {
  const started = await Promise.race([start, stopping])
  if (started) return started
  await embedded?.stop()
  process.exit(0)
}

/** Resolves at the first signal; later ones do not shorten the drain. */
export const listenForSignals = (): Promise<void> =>
  new Promise((stop) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop())
  })
