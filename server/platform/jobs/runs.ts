import type { Output } from '#contract/endpoint.ts'
import type { status } from '#contract/status.ts'

type Run = Output<typeof status.show>['jobs'][number]

const runs = new Map<string, Run>()

export const recordJob = (name: string, everyMs: number): void => {
  runs.set(name, { name, every_ms: everyMs, ran_at: null, failed: false })
}

export const recordRun = (name: string, failed: boolean): void => {
  const run = runs.get(name)
  if (run) Object.assign(run, { ran_at: new Date().toISOString(), failed })
}

export const readRuns = (): Run[] => [...runs.values()].map((run) => ({ ...run }))

/** A stopped job is not late. */
export const forgetJob = (name: string): boolean => runs.delete(name)
