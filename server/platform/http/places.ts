import type { PlainCode } from '#contract/messages.ts'
import { TooMany } from '../errors.ts'
import type { Caller } from './call.ts'

/** Limits what one admin runs concurrently. Returns a release function; throws TooMany with `refusal` at the limit. */
export const placesPerAdmin = (most: number, refusal: PlainCode) => {
  const taken = new Map<number | undefined, number>()
  return ({ admin }: Caller): (() => void) => {
    const now = taken.get(admin?.id) ?? 0
    if (now >= most) throw new TooMany(refusal)
    taken.set(admin?.id, now + 1)
    return () => taken.set(admin?.id, (taken.get(admin?.id) ?? 1) - 1)
  }
}
