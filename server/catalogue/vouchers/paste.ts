import { setImmediate as nextTurn } from 'node:timers/promises'
import { codeFault, linesOf, plainLine } from '#contract/voucher-lines.ts'
import { lastOf } from '#contract/vouchers.ts'
import { Invalid } from '../../platform/errors.ts'
import type { Vault } from '../../platform/vault/vault.ts'

/** Takes a few milliseconds, then yields to other requests. */
const LINES_PER_TURN = 250

export interface SealedPaste {
  readonly codes: string[]
  /** bigint[], bytea[] and text[] literals of equal length: ids, keyed hashes, sealed codes, last characters. */
  readonly ids: string
  readonly indexes: string
  readonly sealed: string
  readonly last4: string
  readonly repeated: string[]
  readonly invalid: string[]
  readonly reasons: string[]
}

/** `free`: as many ids as lines. Yields between slices so that other requests proceed. Throws Invalid if there is no code. */
export const sealPaste = async (vault: Vault, free: readonly number[], paste: string): Promise<SealedPaste> => {
  const lines = linesOf(paste)
  if (lines.length === 0) throw new Invalid('codes_required', 'code')
  const [invalid, reasons]: [string[], string[]] = [[], []]
  const repeated: string[] = []
  const codes: string[] = []
  const seen = new Set<string>()
  const [ids, indexes, sealed, last4]: [string[], string[], string[], string[]] = [[], [], [], []]
  for (const [at, typed] of lines.entries()) {
    if (at % LINES_PER_TURN === 0) await nextTurn()
    const line = plainLine(typed)
    if (line === '') continue
    const reason = codeFault(line)
    if (reason !== undefined) {
      reasons.push(reason)
      // As typed: NFKC can turn one character into eighteen.
      invalid.push(typed.trim())
      continue
    }
    const index = vault.index(line).toString('hex')
    if (seen.has(index)) {
      repeated.push(line)
      continue
    }
    seen.add(index)
    codes.push(line)
    indexes.push(byteaItem(index))
    const id = free[at] ?? 0
    ids.push(String(id))
    sealed.push(byteaItem(vault.seal(line, `voucher.code ${id}`).toString('hex')))
    last4.push(textItem(lastOf(line)))
  }
  if (codes.length === 0 && invalid.length === 0) throw new Invalid('codes_required', 'code')
  if (codes.length === 0) throw new Invalid('no_line_is_code', 'code', { created: 0, duplicates: [], invalid, reasons })
  return {
    codes,
    ids: arrayOf(ids),
    indexes: arrayOf(indexes),
    sealed: arrayOf(sealed),
    last4: arrayOf(last4),
    repeated,
    invalid,
    reasons,
  }
}

// Built in slices: the driver would format all at once and block for a second.
const byteaItem = (hex: string) => `"\\\\x${hex}"`
const textItem = (value: string) => `"${value.replace(/[\\"]/g, '\\$&')}"`
const arrayOf = (items: string[]) => `{${items.join(',')}}`
