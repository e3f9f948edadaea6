/** From here on, skipping rows costs more than finding the page's block. */
export const FAR_OFFSET = 1_000

export const BLOCK_IDS = 8192

/** `reversed` counts from the end of the list. */
interface Window {
  readonly offset: number
  readonly limit: number
  readonly reversed: boolean
}

/** The same rows counted from the nearer end. Nothing beyond the last row. */
export const fromNearerEnd = (window: Omit<Window, 'reversed'>, total: number): Window => {
  if (window.offset < total / 2) return { ...window, reversed: false }
  const limit = Math.max(0, Math.min(window.limit, total - window.offset))
  return { offset: Math.max(0, total - window.offset - limit), limit, reversed: true }
}
