import type { Output } from '#contract/endpoint.ts'
import type { status } from '#contract/status.ts'

type Run = Output<typeof status.show>['jobs'][number]

const runs = new Map<string, Run>()

/** A job of this process, which has not run yet. */
export const noteJob = (name: string, everyMs: number): void => {
  runs.set(name, { name, every_ms: everyMs, ran_at: null, failed: false })
}

/** How its last run went. */
export const noteRun = (name: string, failed: boolean): void => {
  const run = runs.get(name)
  if (run) Object.assign(run, { ran_at: new Date().toISOString(), failed })
}

/** Every job of this process with its last run. */
export const readRuns = (): Run[] => [...runs.values()].map((run) => ({ ...run }))

/** A job that was stopped is not late. */
export const forgetJob = (name: string): boolean => runs.delete(name)
