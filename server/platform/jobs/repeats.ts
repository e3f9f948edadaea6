const HOUR_MS = 3_600_000

/** Deduplicates a persistent failure, which would flood the log. */
export const createRepeats = (everyMs = HOUR_MS): ((error: unknown) => boolean) => {
  let last: { message: string; at: number } | undefined
  return (error) => {
    const [message, at] = [String(error), performance.now()]
    if (last?.message === message && at - last.at < everyMs) return false
    last = { message, at }
    return true
  }
}
