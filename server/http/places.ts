import { TooMany } from '../errors.ts'
import type { Caller } from './call.ts'

/**
 * Places for what one admin may have under way, so many at once. Taking one answers what gives it back; throws TooMany, with `sentence`,
 * where he has them all.
 */
export const placesPerAdmin = (most: number, sentence: string) => {
  const taken = new Map<number | undefined, number>()
  return ({ admin }: Caller): (() => void) => {
    const now = taken.get(admin?.id) ?? 0
    if (now >= most) throw new TooMany(sentence)
    taken.set(admin?.id, now + 1)
    return () => taken.set(admin?.id, (taken.get(admin?.id) ?? 1) - 1)
  }
}
