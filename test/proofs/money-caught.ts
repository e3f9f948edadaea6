import { CompiledQuery } from 'kysely'
import { expect } from 'vitest'
import { startApp } from '../support/app.ts'
import { plants } from './money-plants.ts'
import { runMoneyModel } from './money-run.ts'

/** A planted bug is found long before. */
const SEQUENCES_UNTIL_CAUGHT = 400
const STEPS = 25

/** Plants a bug in a separate shop and runs random sequences until the model differs. */
export async function expectCaught(plant: keyof typeof plants, seed: number): Promise<void> {
  const own = await startApp({ log: () => {} })
  try {
    for (const text of plants[plant]) await own.db.executeQuery(CompiledQuery.raw(text, []))
    const run = { sequences: SEQUENCES_UNTIL_CAUGHT, steps: STEPS, seed, checkEvery: 5 }
    const { difference, sequences } = await runMoneyModel(own, run)
    expect(difference).toBeDefined()
    console.log(`caught after ${sequences} sequences (SEED=${seed})`)
  } finally {
    await own.close({ books: 'broken' })
  }
}
