/** Tells whoever listens that something outside of React's state has changed, and what. */
export function createSignal<N = void>() {
  const listeners = new Set<(news: N) => void>()
  return {
    /** Returns how to stop. */
    subscribe: (listener: (news: N) => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    tell: (news: N): void => {
      for (const listener of listeners) listener(news)
    },
  }
}
