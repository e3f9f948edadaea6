import { mobileFault, mobileNumber } from '#contract/phone.ts'
import { latinDigits } from '#contract/text.ts'
import type { TableRow } from '../../core/tables/read-table.ts'

/** Digits as people write a phone, between words. */
const WRITTEN = /\+?\d(?:[\d\s()-]*\d)?/g
const MANY_DIGITS = 7

export interface ReadNumbers {
  readonly numbers: string[]
  readonly repeated: number
  /** Each line without a number, as it stands there. */
  readonly invalid: { line: number; text: string; reason: string }[]
}

/** The mobile numbers of a file, whatever stands beside them, each once. */
export const readNumbers = (rows: readonly TableRow[]): ReadNumbers => {
  const numbers = new Set<string>()
  const invalid: ReadNumbers['invalid'] = []
  let found = 0
  for (const { line, cells } of rows) {
    const parts = cells.filter((cell) => cell.trim() !== '').flatMap(partsOf)
    const valid = parts.map(mobileNumber).filter((number) => number !== undefined)
    // What looks like a number is never dropped silently, also beside a valid one.
    const wrong = parts.filter((part) => mobileNumber(part) === undefined && digitsOf(part) >= MANY_DIGITS)
    for (const number of valid) numbers.add(number)
    found += valid.length
    const left = valid.length > 0 ? wrong : [wrong[0] ?? cells.join(' ').trim()]
    const text = cells.filter(Boolean).join(', ')
    for (const part of left) invalid.push({ line, text, reason: mobileFault(part) ?? '' })
  }
  return { numbers: [...numbers], repeated: found - numbers.size, invalid }
}

/** A cell that is a number, or what in it may be one. */
const partsOf = (cell: string): string[] => {
  if (mobileNumber(cell) !== undefined) return [cell]
  const written = latinDigits(cell).match(WRITTEN) ?? []
  return written.flatMap((part) => (mobileNumber(part) === undefined ? splitOf(part) : [part]))
}

/** Blanks may also stand between two numbers. */
const splitOf = (part: string): string[] => {
  const pieces = part.split(/\s+/)
  return pieces.some((piece) => mobileNumber(piece) !== undefined) ? pieces : [part]
}

const digitsOf = (part: string): number => part.replace(/\D/g, '').length
