import type { Vault } from '../platform/vault/vault.ts'
import { DAY_MS } from './clock.ts'
import { HISTORY_DAYS, PACKAGES } from './plan.ts'
import { randomFrom } from './random.ts'
import type { Row, World } from './world.ts'
import { hex } from './write.ts'

const SUPPLY_DAYS = 10
/** Per package that sells codes. */
const READY_CODES = [210, 64, 13] as const
const HIDDEN_CODES = 2
const DELETED_CODES = 1
const DELETED_DAYS_AGO = 2
const CODE_GROUPS = 4
const GROUP_LETTERS = 4

/** The codes that were delivered, and those that are left. Deletions go to the audit log. */
export const inventVouchers = ({ seed, now, admins, trade }: World, vault: Vault): Row[] => {
  const random = randomFrom(seed, 'vouchers')
  const begins = now - HISTORY_DAYS * DAY_MS
  const supplyBefore = (at: number) => begins + Math.floor((at - begins) / (SUPPLY_DAYS * DAY_MS)) * SUPPLY_DAYS * DAY_MS
  const vouchers: Row[] = []

  const add = (voucher: { package_id: number; status: 0 | 1 | 2; user_id?: number; used_at?: number; deleted_at?: number }) => {
    const id = vouchers.length + 1
    const code = Array.from({ length: CODE_GROUPS }, () => random.letters(GROUP_LETTERS)).join('-')
    vouchers.push({
      id,
      code_sealed: hex(vault.seal(code, `voucher.code ${id}`)),
      code_index: hex(vault.index(code)),
      code_last4: code.slice(-4),
      added_by: admins.rahim,
      created_at: supplyBefore(voucher.used_at ?? (voucher.deleted_at ?? now) - 1),
      user_id: null,
      used_at: null,
      deleted_at: null,
      ...voucher,
    })
    return id
  }

  const sellers = PACKAGES.filter(({ game }) => game.sellsVouchers).map(({ id }) => id)
  const delivered = trade.orders
    .filter(({ status, corrected_at }) => status === 'completed' || corrected_at !== null)
    .filter(({ package_id }) => sellers.includes(package_id))
    .map((order) => ({ order, used_at: order.closed_at ?? now }))
    .sort((a, b) => a.used_at - b.used_at)
  for (const { order, used_at } of delivered) {
    const { package_id, user_id } = order
    Object.assign(order, { voucher_id: add({ package_id, user_id, used_at, status: 2 }) })
  }
  const addUnsold = (status: 0 | 1, countOf: (turn: number) => number, more: { deleted_at?: number } = {}) =>
    sellers.flatMap((package_id, turn) =>
      Array.from({ length: countOf(turn) }, () => ({ id: add({ package_id, status, ...more }), package_id })),
    )
  const at = now - DELETED_DAYS_AGO * DAY_MS
  for (const { id, package_id } of addUnsold(1, () => DELETED_CODES, { deleted_at: at })) {
    const facts = { before: { status: 1, package_id } }
    trade.audit.push({ at, admin_id: admins.rahim, action: 'vouchers.remove', subject: 'voucher', subject_id: id, facts })
  }
  addUnsold(0, () => HIDDEN_CODES)
  addUnsold(1, (turn) => READY_CODES[turn % READY_CODES.length] ?? 0)
  return vouchers
}
