/** What people and their address books put between digits, and marks that nobody sees. */
const BETWEEN = /[\s().\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff-]|[\u2010-\u2015]/g

/** '০১৭' is '017'. */
const latin = (text: string) => text.replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - 0x09e6))

/**
 * A Bangladeshi mobile number as gateways take it, '8801XXXXXXXXX', from '01…', '8801…', '+8801…' or '008801…' in Latin or Bangla
 * digits; undefined where it is none.
 */
export const mobileNumber = (typed: string): string | undefined => {
  const digits = latin(typed).replace(BETWEEN, '')
  const found = /^(?:\+?88|0088)?(01[3-9]\d{8})$/.exec(digits)
  return found ? `88${found[1]}` : undefined
}
