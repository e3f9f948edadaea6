/** Notifies subscribers of changes outside React's state. */
export function createSignal<N = void>() {
  const listeners = new Set<(news: N) => void>()
  return {
    /** Returns the unsubscribe function. */
    subscribe: (listener: (news: N) => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    tell: (news: N): void => {
      for (const listener of listeners) listener(news)
    },
  }
}
