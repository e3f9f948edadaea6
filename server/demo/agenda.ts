import type { Setting } from './plan.ts'
import type { Random } from './random.ts'

/** Events that are still to come, the nearest last. */
export const createAgenda = () => {
  const events: { at: number; happen: () => void }[] = []
  return {
    add: (at: number, happen: () => void) => {
      let place = events.length
      while (place > 0 && (events[place - 1]?.at ?? 0) <= at) place--
      events.splice(place, 0, { at, happen })
    },
    runUntil: (at: number) => {
      for (let event = events.at(-1); event && event.at <= at; event = events.at(-1)) {
        events.pop()
        event.happen()
      }
    },
  }
}

export type Agenda = ReturnType<typeof createAgenda>

/** Never later than now: what is meant to be decided is decided. */
export const decidedAt = (setting: Setting, due: number, asked: number, share: number) =>
  Math.floor(due < setting.now ? due : asked + (setting.now - asked) * share)

/** Which of the newest are left open: `count` of the last `among`. */
export const openOnes = (random: Random, total: number, among: number, count: number): Set<number> => {
  const newest = Array.from({ length: among }, (_, at) => total - at)
  const open = new Set<number>()
  while (open.size < count) open.add(random.pick(newest))
  return open
}
