import { type Db, query } from '../db/connect.ts'
import type { Place, Vault } from './vault.ts'

const AT_ONCE = 5_000

export interface Resealed {
  readonly secrets: number
  /** Sealed under an earlier key, which was lost. */
  readonly unreadable: number
}

interface Sealed<P extends Place = Place> {
  readonly place: P
  readonly sealed: Buffer
}

/** Seals every secret, and makes every keyed hash of a code, under another key. What does not open stays as it is. Runs in the
 * owner's transaction, in which triggers must not act. */
export const resealSecrets = async (db: Db, from: Vault, to: Vault): Promise<Resealed> => {
  let secrets = 0
  let unreadable = 0
  const reseal = <R extends Sealed>(rows: readonly R[]) => {
    const opened = rows.flatMap((row) => {
      const secret = from.openIfOurs(row.sealed, row.place)
      return secret === undefined ? [] : [{ ...row, made: to.seal(secret, row.place), index: to.index(secret) }]
    })
    secrets += opened.length
    unreadable += rows.length - opened.length
    return opened
  }
  for (const { table, id, column, place, index } of COLUMNS) {
    const read = `select ${id} as id, '${place} ' || ${id} as place, ${column} as sealed from ${table}
      where ${column} is not null and ${id} > $1 order by ${id} limit ${AT_ONCE}`
    const write = `update ${table} t set ${column} = n.made ${index ? `, ${index} = n.index` : ''}
      from unnest($1::bigint[], $2::bytea[], $3::bytea[]) as n (id, made, index) where t.${id} = n.id`
    let rows: (Sealed & { id: number })[] = []
    do {
      rows = await query(db, read, [rows.at(-1)?.id ?? -1])
      const done = reseal(rows)
      await query(db, write, [done.map((row) => row.id), done.map((row) => row.made), done.map((row) => row.index)])
    } while (rows.length === AT_ONCE)
  }
  for (const { before, index, made } of reseal(await query<Sealed & { before: Buffer }>(db, RETIRED))) {
    const write = 'update retired_codes set code_index = $2, code_sealed = $3 where code_index = $1'
    await query(db, write, [before, index, made])
  }
  for (const { place, made } of reseal(await query<Sealed<SettingsPlace>>(db, SETTINGS))) {
    await query(db, `update settings set ${COLUMN_OF[place]} = $1`, [made])
  }
  return { secrets, unreadable }
}

interface Column {
  readonly table: string
  readonly id: string
  readonly column: string
  readonly place: string
  /** The column with the keyed hash of the same secret. */
  readonly index?: string
}

const COLUMNS: readonly Column[] = [
  { table: 'vouchers', id: 'id', column: 'code_sealed', place: 'voucher.code', index: 'code_index' },
  { table: 'vouchers', id: 'id', column: 'pin_sealed', place: 'voucher.pin' },
  { table: 'vouchers', id: 'id', column: 'serial_sealed', place: 'voucher.serial' },
  { table: 'orders', id: 'id', column: 'ingamepassword_sealed', place: 'order.ingamepassword' },
  { table: 'orders', id: 'id', column: 'securitycode_sealed', place: 'order.securitycode' },
  { table: 'staff_channels', id: 'id', column: 'secret_sealed', place: 'staff_channel.secret' },
  { table: 'staff_receivers', id: 'id', column: 'url_sealed', place: 'staff_receiver.url' },
  { table: 'totp_secrets', id: 'admin_id', column: 'secret_sealed', place: 'totp_secret.secret' },
]

const RETIRED = `
  select code_index as before, 'voucher.code ' || voucher_id as place, code_sealed as sealed
  from retired_codes where code_sealed is not null`

type SettingsPlace = Extract<Place, `settings.${string}`>

const COLUMN_OF = {
  'settings.sms_key': 'sms_key_sealed',
  'settings.webhook_secret': 'webhook_secret_sealed',
} as const satisfies Record<SettingsPlace, string>

const SETTINGS = Object.entries(COLUMN_OF)
  .map(([place, column]) => `select '${place}' as place, ${column} as sealed from settings where ${column} is not null`)
  .join(' union all ')
