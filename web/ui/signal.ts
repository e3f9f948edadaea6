/** Notifies subscribers of changes outside React's state. */
export function createSignal<E = void>() {
  const listeners = new Set<(event: E) => void>()
  return {
    /** Returns the unsubscribe function. */
    subscribe: (listener: (event: E) => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    notify: (event: E): void => {
      for (const listener of listeners) listener(event)
    },
  }
}
