import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Tk } from '#contract/money.ts'
import type { ColumnField, LeftOut } from '#contract/voucher-imports.ts'
import { codeFault, isVoucherCode, partFault, plainLine } from '#contract/voucher-lines.ts'
import { isMonthFirst, readDay } from '../../core/tables/days-in-text.ts'
import type { TableRow } from '../../core/tables/read-table.ts'

/** Takes a few milliseconds, then yields to other requests. */
export const LINES_PER_TURN = 250

export interface ReadCode {
  readonly line: number
  readonly code: string
  readonly pin?: string | undefined
  readonly serial?: string | undefined
  readonly expires_on?: string | undefined
  readonly cost?: Tk | undefined
}

interface Reading {
  readonly fields: readonly ColumnField[]
  /** Lines that are codes although they look suspicious. */
  readonly keep?: ReadonlySet<number>
  readonly today?: string
}

/** The codes of a paste or a file, and the lines that are left out, with why. */
export const readCodes = async (
  rows: readonly TableRow[],
  { fields, keep = new Set(), today = '' }: Reading,
): Promise<{ codes: ReadCode[]; leftOut: LeftOut[] }> => {
  const [codes, leftOut]: [ReadCode[], LeftOut[]] = [[], []]
  const places = (field: ColumnField) => fields.flatMap((one, at) => (one === field ? at : []))
  const [codeAt, [expiryAt = -1], [costAt = -1]] = [places('code'), places('expiry'), places('cost')]
  // With several codes in a row nothing says whose they are.
  const [[pinAt = -1], [serialAt = -1]] = codeAt.length > 1 ? [[], []] : [places('pin'), places('serial')]
  const dayFirst = !isMonthFirst(rows.flatMap(({ cells }) => cells[expiryAt] ?? []))
  for (const [at, { line, cells }] of rows.entries()) {
    if (at % LINES_PER_TURN === 0) await nextTurn()
    const [pin, serial, day, price] = [pinAt, serialAt, expiryAt, costAt].map((place) => plainLine(cells[place] ?? ''))
    const expires_on = day ? readDay(day, dayFirst) : undefined
    const cost = price ? readCost(price) : undefined
    for (const place of codeAt) {
      const typed = cells[place] ?? ''
      const code = plainLine(typed)
      // A row with a code in one of two columns.
      if (code === '' && (codeAt.length > 1 || fields.length === 1)) continue
      const fault = code === '' ? 'no code in this line' : codeFault(code)
      const isBroken = code === '' || !isVoucherCode(code)
      const beside =
        (pin && partFault(pin)) ||
        (serial && partFault(serial)) ||
        (day && !expires_on && 'no day that can be read') ||
        (price && cost === undefined && 'no cost that can be read') ||
        undefined
      const expired = expires_on && expires_on < today ? 'expired' : undefined
      const reason = (isBroken && fault) || beside || fault || expired
      if (reason !== undefined && (isBroken || beside !== undefined || !keep.has(line))) {
        const text = cells.filter((cell) => cell.trim() !== '').join(' | ')
        leftOut.push({ line, text: fields.length > 1 ? text : typed.trim(), reason, can_keep: !isBroken && beside === undefined })
      } else codes.push({ line, code, pin: pin || undefined, serial: serial || undefined, expires_on, cost })
    }
  }
  return { codes, leftOut }
}

/** '1,234.50 tk' */
const readCost = (text: string): Tk | undefined => {
  const number = text.replace(/\s*(tk|taka|bdt|৳)\.?\s*/gi, '').replace(/,(?=\d{2,3}(\D|$))/g, '')
  return /^\d{1,7}(\.\d{1,2})?$/.test(number) ? (Number(number) as Tk) : undefined
}
