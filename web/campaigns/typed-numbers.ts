import { mobileNumber } from '#contract/phone.ts'

const BETWEEN_NUMBERS = /[,;\n\r\t]/

/** The numbers in what somebody has typed or pasted, and what is none. Within a number there may be spaces, between two of them too. */
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

/** A text box has one line: the lines of a pasted column stand in it beside each other. */
export const inOneLine = (pasted: string): string =>
  pasted
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter(Boolean)
    .join(', ')
