import { useSyncExternalStore } from 'react'
import { serverNow } from '../../calls/clock.ts'

const TICK_MS = 15_000

let now = serverNow()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function tick(): void {
  now = serverNow()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  timer ??= setInterval(tick, TICK_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

const read = () => {
  // The timer was stopped for a while, so `now` may be old.
  if (timer === undefined && Math.abs(serverNow() - now) > TICK_MS) now = serverNow()
  return now
}

/** The time in ms, updated every 15 seconds. All cells share one timer, and each renders alone. */
export const useNow = (): number => useSyncExternalStore(subscribe, read)
