import type { Output } from '#contract/endpoint.ts'
import type { landing } from '#contract/landing.ts'
import type { Handlers } from '../platform/context.ts'
import { query } from '../platform/db/connect.ts'
import { readCatalog } from './catalog.ts'

type NotOnSale = Output<typeof landing.show>['not_on_sale'][number]

const NOT_ON_SALE = `
  select 'topup_product' as kind, p.id, p.name, s.availability
  from topup_products p join product_states s on s.id = p.id
  where s.availability <> 'on_sale'
  union all
  select 'topup_package', k.id, p.name || ': ' || k.name, s.availability
  from topup_packages k join package_states s on s.id = k.id join topup_products p on p.id = k.product_id
  where s.availability not in ('on_sale', 'inactive')
  union all
  select 'physical_product', id, name, case when is_active = 0 then 'inactive' else 'stock_out' end
  from physical_products
  where deleted_at is null and (is_active = 0 or quantity = 0)
  order by kind, id`

export const landingHandlers: Handlers<typeof landing> = {
  async show(ctx) {
    const rows = await query<NotOnSale>(ctx.db, NOT_ON_SALE)
    return { ...(await readCatalog(ctx.db)), not_on_sale: rows }
  },
}
