import type { Output } from '#contract/endpoint.ts'
import type { status } from '#contract/status.ts'

type Run = Output<typeof status.show>['jobs'][number]

const runs = new Map<string, Run>()
const starts = new Map<string, string>()

export const recordJob = (name: string, everyMs: number): void => {
  runs.set(name, { name, every_ms: everyMs, ran_at: null, failed: false, late_since: null })
}

export const recordStart = (name: string): void => {
  starts.set(name, new Date().toISOString())
}

/** The run has not ended within its limit. */
export const recordLate = (name: string): void => {
  const run = runs.get(name)
  if (run) Object.assign(run, { late_since: starts.get(name) ?? null })
}

/** `ran_at`: null for a daily job that has not run yet. */
export const recordRun = (name: string, failed: boolean, ran_at: string | null = new Date().toISOString()): void => {
  const run = runs.get(name)
  if (run) Object.assign(run, { ran_at, failed, late_since: null })
}

export const readRuns = (): Run[] => [...runs.values()].map((run) => ({ ...run }))

/** A stopped job is not late. */
export const forgetJob = (name: string): boolean => runs.delete(name)
