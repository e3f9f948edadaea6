import { setImmediate as nextTurn } from 'node:timers/promises'
import { lastOf } from '#contract/vouchers.ts'
import type { Place, Vault } from '../../platform/vault/vault.ts'
import { LINES_PER_TURN, type ReadCode } from './read-codes.ts'

/** PostgreSQL literals of equally long arrays, and what is not in them. */
export interface SealedCodes {
  readonly codes: readonly ReadCode[]
  readonly columns: readonly string[]
  readonly repeated: readonly ReadCode[]
}

/** `free`: as many ids as codes. Yields between slices so that other requests proceed. */
export const sealCodes = async (vault: Vault, free: readonly number[], read: readonly ReadCode[]): Promise<SealedCodes> => {
  const [codes, repeated]: [ReadCode[], ReadCode[]] = [[], []]
  const seen = new Set<string>()
  const columns: string[][] = Array.from({ length: 9 }, () => [])
  for (const [at, code] of read.entries()) {
    if (at % LINES_PER_TURN === 0) await nextTurn()
    const index = vault.index(code.code).toString('hex')
    if (seen.has(index)) {
      repeated.push(code)
      continue
    }
    seen.add(index)
    codes.push(code)
    const id = free[at] ?? 0
    const seal = (text: string | undefined, place: Place) =>
      text === undefined ? 'null' : byteaItem(vault.seal(text, place).toString('hex'))
    const row = [
      ...[String(id), byteaItem(index), seal(code.code, `voucher.code ${id}`), textItem(lastOf(code.code))],
      ...[seal(code.pin, `voucher.pin ${id}`), seal(code.serial, `voucher.serial ${id}`)],
      ...[code.expires_on ?? 'null', String(code.cost ?? 'null'), String(code.line)],
    ]
    for (const [place, item] of row.entries()) columns[place]?.push(item)
  }
  return { codes, columns: columns.map(arrayOf), repeated }
}

// Built in slices: the driver would format all at once and block for a second.
const byteaItem = (hex: string) => `"\\\\x${hex}"`
const textItem = (value: string) => `"${value.replace(/[\\"]/g, '\\$&')}"`
const arrayOf = (items: string[]) => `{${items.join(',')}}`
