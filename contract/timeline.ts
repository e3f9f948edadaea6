import { z } from 'zod'
import type { Access } from './access.ts'
import { get } from './endpoint.ts'
import { ById, Id, Instant } from './list.ts'

/** A change of one thing: who, when, which call, what it said, and what was `before`. */
export const TimelineEntry = z.object({
  id: Id,
  at: Instant,
  /** The admin's name; 'store' or 'system' where it was none. */
  actor: z.string(),
  action: z.string(),
  facts: z.record(z.string(), z.unknown()),
})
export type TimelineEntry = z.output<typeof TimelineEntry>

const Timeline = z.object({
  /** Newest first. */
  entries: z.array(TimelineEntry),
  /** There are older ones, which only the audit log shows. */
  has_more: z.boolean(),
})
export type Timeline = z.output<typeof Timeline>

/** What was done with one thing, for whoever sees the screen that shows it. */
export const timelineOf = (path: string, access: Access, what: string) =>
  get(path, {
    access,
    about: `What was done with ${what}, by whom and when, newest first: as much of it as the screen itself shows`,
    input: ById,
    output: Timeline,
  })
export type TimelineCall = ReturnType<typeof timelineOf>
