import type { Random } from './random.ts'

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

/** The ids of some of the newest rows. */
export const pickOpen = (random: Random, total: number, among: number, count: number): Set<number> => {
  const newest = Array.from({ length: among }, (_, at) => total - at)
  const open = new Set<number>()
  while (open.size < count) open.add(random.pick(newest))
  return open
}
