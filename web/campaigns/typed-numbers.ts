import { mobileNumber } from '#contract/phone.ts'

const BETWEEN_NUMBERS = /[,;\n\r\t]/

/** Splits typed or pasted text into phone numbers and invalid rest. Spaces may be within and between numbers. */
export function numbersIn(typed: string): { numbers: string[]; left: string[] } {
  const numbers: string[] = []
  const left: string[] = []
  for (const part of typed.split(BETWEEN_NUMBERS).map((one) => one.trim())) {
    const found = part === '' ? [] : numbersOf(part)
    if (found) numbers.push(...found)
    else left.push(part)
  }
  return { numbers, left }
}

function numbersOf(part: string): string[] | undefined {
  const whole = mobileNumber(part)
  if (whole) return [whole]
  const pieces = part.split(/\s+/).map(mobileNumber)
  return pieces.every((number) => number !== undefined) ? pieces : undefined
}

/** A text box has one line: joins the lines of a pasted column. */
export const inOneLine = (pasted: string): string =>
  pasted
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter(Boolean)
    .join(', ')
