import { mulberry32 } from '../../server/demo/random.ts'

/** Repeatable chance: the same seed gives the same choices. */
export interface Random {
  readonly seed: number
  /** A whole number from 0 to n - 1. */
  below(n: number): number
  /** True with the given probability. */
  chance(probability: number): boolean
  pick<T>(options: readonly [T, ...T[]] | readonly T[]): T
}

/** SEED from the environment, else a fresh one: print it, so that a failure can be repeated. */
export const chooseSeed = (): number => Number(process.env.SEED ?? Date.now() % 1_000_000_000)

/** The choices of a seed. */
export const randomFrom = (seed: number): Random => {
  const next = mulberry32(seed)
  const below = (n: number) => Math.floor(next() * n)
  return {
    seed,
    below,
    chance: (probability) => next() < probability,
    pick: (options) => options[below(options.length)] as (typeof options)[number],
  }
}

/** Runs `work` for 0 to count - 1, a given number at a time. */
export const runMany = async (count: number, atOnce: number, work: (index: number) => Promise<void>): Promise<void> => {
  let next = 0
  const worker = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, worker))
}
