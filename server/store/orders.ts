import type { Output } from '#contract/endpoint.ts'
import type { store } from '#contract/store.ts'
import type { Context } from '../platform/context.ts'
import { query } from '../platform/db/connect.ts'
import { found } from '../platform/errors.ts'

type StoreOrder = Output<typeof store.order>

const ORDERS = `
  select o.id, o.user_id, o.status, o.product_id, o.product_name, o.package_id, o.name, o.amount, o.refunded, o.playerid, o.reference,
    o.brief_note, o.created_at, o.closed_at, coalesce(c.codes, '[]') as codes
  from orders o
  left join lateral (
    select jsonb_agg(jsonb_build_object('id', v.id, 'code', encode(v.code_sealed, 'hex'), 'pin', encode(v.pin_sealed, 'hex'),
      'serial', encode(v.serial_sealed, 'hex')) order by c.position) as codes
    from order_codes c
    join vouchers v on v.id = c.voucher_id
    where c.order_id = o.id
  ) as c on o.voucher_id is not null`

type Reader = Pick<Context, 'db' | 'vault' | 'log'>

/** `which`: a condition and what follows it. */
export const readOrders = async (ctx: Reader, which: string, parameters: readonly unknown[]): Promise<StoreOrder[]> =>
  (await query<SealedOrder>(ctx.db, `${ORDERS} ${which}`, parameters)).map((row) => withCodes(ctx, row))

export const readOrder = async (ctx: Reader, id: number): Promise<StoreOrder> =>
  found((await readOrders(ctx, 'where o.id = $1', [id]))[0])

/** Codes are stored sealed alone, so a retry of the call that placed the order reads them again. */
export const repeatWithCodes = (ctx: Context): void =>
  ctx.onRepeat(
    async (db, stored) => {
      const first = stored as StoreOrder
      if (first.status !== 'completed') return first
      const { brief_note, codes } = await readOrder({ db, vault: ctx.vault, log: ctx.log }, first.id)
      return { ...first, brief_note, codes }
    },
    (reply) => ({ ...(reply as StoreOrder), brief_note: '', codes: [] }),
  )

type SealedOrder = Omit<StoreOrder, 'codes'> & {
  readonly codes: readonly ({ readonly id: number } & Record<Part, string | null>)[]
}

type Part = 'code' | 'pin' | 'serial'

const withCodes = (ctx: Reader, { codes, ...order }: SealedOrder): StoreOrder => {
  const open = (id: number, part: Part, sealed: string | null) =>
    sealed === null ? null : (ctx.vault.openIfOurs(Buffer.from(sealed, 'hex'), `voucher.${part} ${id}`) ?? null)
  const opened = codes.flatMap(({ id, ...sealed }) => {
    const code = open(id, 'code', sealed.code)
    return code === null ? [] : { code, pin: open(id, 'pin', sealed.pin), serial: open(id, 'serial', sealed.serial) }
  })
  // The store cannot notice: other orders have a note without a code, too.
  if (opened.length < codes.length) {
    ctx.log.warn({ order: order.id }, 'a code of an order was sealed under a key that is lost, and is not answered')
  }
  const notes = [...opened.flatMap(linesOf), ...(order.brief_note === '' ? [] : [order.brief_note])]
  return { ...order, brief_note: notes.join('\n'), codes: opened }
}

/** 'UniPin: CODE' is a line of its own, because stores cut it out. */
const linesOf = ({ code, pin, serial }: StoreOrder['codes'][number]): string[] => [
  `UniPin: ${code}`,
  ...(pin === null ? [] : [`PIN: ${pin}`]),
  ...(serial === null ? [] : [`Serial: ${serial}`]),
]
