import { afterEach, describe, expect, test, vi } from 'vitest'
import { serverNow, syncServerTime } from './clock.ts'

const NOON = Date.UTC(2026, 1, 1, 12)
const at = (ms: number) => new Date(ms).toUTCString()

afterEach(() => {
  vi.useRealTimers()
  // Files of one worker share the module.
  syncServerTime(at(Date.now()))
})

describe('the time', () => {
  test('is the server’s where the PC is hours off, in either direction, and moves on', () => {
    for (const off of [2 * 3_600_000, -26 * 3_600_000]) {
      vi.useFakeTimers({ now: NOON + off })
      syncServerTime(at(NOON))
      expect(serverNow()).toBe(NOON)
      vi.advanceTimersByTime(60_000)
      expect(serverNow()).toBe(NOON + 60_000)
    }
  })

  test('is the PC’s where the two agree but for seconds, so that no answer makes it jump', () => {
    vi.useFakeTimers({ now: NOON + 900 })
    syncServerTime(at(NOON))
    expect(serverNow()).toBe(NOON + 900)
  })

  test('follows a PC whose clock was put right', () => {
    vi.useFakeTimers({ now: NOON + 600_000 })
    syncServerTime(at(NOON))
    vi.setSystemTime(NOON + 1_000)
    syncServerTime(at(NOON + 1_000))
    expect(serverNow()).toBe(NOON + 1_000)
  })

  test('stays as it is where an answer has no date', () => {
    vi.useFakeTimers({ now: NOON + 600_000 })
    syncServerTime(at(NOON))
    for (const date of [null, 'now']) syncServerTime(date)
    expect(serverNow()).toBe(NOON)
  })
})
