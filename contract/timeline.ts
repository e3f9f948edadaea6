import { z } from 'zod'
import type { Access } from './access.ts'
import { get } from './endpoint.ts'
import { ById, Id, Instant } from './list.ts'

export const TimelineEntry = z.object({
  id: Id,
  at: Instant,
  actor: z.string(),
  action: z.string(),
  facts: z.record(z.string(), z.unknown()),
})
export type TimelineEntry = z.output<typeof TimelineEntry>

const Timeline = z.object({
  entries: z.array(TimelineEntry),
  has_more: z.boolean(),
})
export type Timeline = z.output<typeof Timeline>

export const timelineOf = (path: string, access: Access, what: string) =>
  get(path, {
    access,
    about: `What was done with ${what}, by whom and when, newest first: as much of it as the screen itself shows`,
    input: ById,
    output: Timeline,
  })
export type TimelineCall = ReturnType<typeof timelineOf>
