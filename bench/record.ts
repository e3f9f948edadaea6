import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

const FILE = new URL('./figures.json', import.meta.url)

/** Prints a benchmark's figures and keeps them, with date and set-up, as the last recorded ones. */
export const record = (name: string, figures: Record<string, number | string>): void => {
  const all = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, unknown>
  const setUp = `${availableParallelism()} cores, Node ${process.versions.node}, embedded PostgreSQL 18`
  all[name] = { date: new Date().toISOString().slice(0, 10), setUp, ...figures }
  writeFileSync(FILE, `${JSON.stringify(all, null, 2)}\n`)
  console.log(`${name}: ${JSON.stringify(figures)}`)
}
