import type { Wallet } from '#contract/payment-rows.ts'
import type { Shape } from './shapes.ts'

const MONEY = '\\d+(?:,\\d+)*(?:\\.\\d{1,2})?(?!\\d|[.,]\\d)'
const TIME = '\\d{2}/\\d{2}/\\d{4}\\s+\\d{2}:\\d{2}(?::\\d{2})?|\\d{2}-[A-Za-z]{3}-\\d{2}\\s+\\d{1,2}:\\d{2}:\\d{2}\\s*[AaPp][Mm]'

const IDS: Record<Wallet, string> = { bkash: '[A-Z0-9]{10}', nagad: '[A-Z0-9]{8}', rocket: '\\d{10}', upay: '[A-Z0-9]{10,12}' }

/** What stands for each `{field}`. A reference is anything, and as short as the fields behind it allow. */
const FIELDS = {
  amount: MONEY,
  fee: MONEY,
  balance: MONEY,
  phone: '(?:\\+?88)?01[3-9]\\d{8}(?!\\d)',
  account: '\\d{11,12}(?!\\d)|\\d{0,3}[*xX]{3,9}\\d{3}(?!\\d)|\\d{13,17}(?!\\d)',
  // Where a label is glued to a reference, 'Refund' would pass for one: behind a name it is never glued.
  name: "(?![xX]{3})\\p{L}[\\p{L}\\p{M}\\p{N} &'(),./-]{1,60}?(?![\\s.,]*[Rr][Ee][Ff][\\p{L}\\p{N}])",
  ref: '[\\s\\S]*?',
  time: TIME,
  link: 'https?://\\S+',
}

const MARKS = /\{(\w+)\}|Tk\.?|[[\]()|]|[.:,]|\s+|[\s\S]/g

/** `{field}`, `[optional]`, `(one|other)`. Spaces and punctuation between fields are optional, and capitals do not count. */
export const patternOf = ({ text, wallet }: Pick<Shape<unknown>, 'text' | 'wallet'>): RegExp =>
  new RegExp(`^\\s*${text.replace(MARKS, (mark, field) => partOf(mark, field, wallet))}\\s*$`, 'u')

const partOf = (mark: string, field: string | undefined, wallet: Wallet): string => {
  if (field === 'id') return `(?<id>${IDS[wallet]})(?![A-Za-z0-9])`
  if (field !== undefined) return `(?<${field}>${FIELDS[field as keyof typeof FIELDS]})`
  if (/^Tk/.test(mark)) return '(?:[Tt][Kk]\\.?|BDT|৳)'
  if (mark === '[') return '(?:'
  if (mark === ']') return ')?'
  if (mark === '(') return '(?:'
  if (mark === ')' || mark === '|') return mark
  if (/^[.:,]$/.test(mark)) return `\\s*[${mark}]?`
  if (/^\s+$/.test(mark)) return '\\s*'
  if (/^[A-Za-z]$/.test(mark)) return `[${mark.toLowerCase()}${mark.toUpperCase()}]`
  return mark.replace(/[/\\^$*+?]/, '\\$&')
}
