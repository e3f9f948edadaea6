export type Random = ReturnType<typeof randomFrom>

const SPREAD = 0.8
/** Without characters that look alike. */
const CODE_LETTERS = [...'ABCDEFGHJKLMNPQRSTUVWXYZ23456789']

export const mulberry32 = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A separate generator per purpose, so that a change in one does not shift the others. */
export const randomFrom = (seed: number, purpose: string) => {
  let state = seed >>> 0
  for (const letter of purpose) state = (Math.imul(state ^ letter.charCodeAt(0), 0x9e3779b1) + 0x7f4a7c15) >>> 0

  /** In [0, 1). */
  const next = mulberry32(state)
  const whole = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T
  return {
    next,
    whole,
    pick,
    chance: (probability: number) => next() < probability,
    weighted: <T>(from: readonly T[], weightOf: (value: T) => number): T => {
      let left = next() * from.reduce((sum, value) => sum + weightOf(value), 0)
      for (const value of from) {
        left -= weightOf(value)
        if (left < 0) return value
      }
      return from[from.length - 1] as T
    },
    /** Long-tailed around `median`, as waiting times are. */
    minutes: (median: number) => {
      const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
      return median * Math.exp(SPREAD * normal)
    },
    digits: (length: number) => Array.from({ length }, (_, at) => (at === 0 ? whole(1, 9) : whole(0, 9))).join(''),
    letters: (length: number) => Array.from({ length }, () => pick(CODE_LETTERS)).join(''),
    hex: (bytes: number) => Array.from({ length: bytes }, () => whole(0, 255).toString(16).padStart(2, '0')).join(''),
  }
}
