import { query } from '../../server/platform/db/connect.ts'
import type { TestApp } from './app.ts'
import { untilWaits } from './locks.ts'

/** Moves a package to a product of its own, as its form does, while `call` waits for it; answers the reply and that product's name. */
export const whileMoved = async <T>(
  { db }: TestApp,
  packageId: number,
  call: () => Promise<T>,
): Promise<[reply: T, product: string]> => {
  const name = `Product for ${packageId}`
  const { reply } = await db.transaction().execute(async (own) => {
    await query(own, 'select from topup_packages where id = $1 for update', [packageId])
    const reply = call()
    await untilWaits(db, 'for key share of')
    const moved = `
      with made as (insert into topup_products (name) values ($2) returning id)
      update topup_packages set product_id = made.id from made where topup_packages.id = $1`
    await query(own, moved, [packageId, name])
    return { reply }
  })
  return [await reply, name]
}
