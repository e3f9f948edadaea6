import { z } from 'zod'
import { DEFAULT_PAGE_SIZE, MAX_PAGE, MAX_PAGE_SIZE, MAX_ROWS_SHOWN, MAX_SEARCH, MAX_TEXT } from './limits.ts'
import { say } from './messages/fields.ts'
import { isOneLine, plainText } from './text.ts'

/** Parses text that matches `taken` as a number. Text that matches a fault gets that fault's message, first match first. */
export const numberText =
  (taken: RegExp, ...faults: readonly (readonly [form: RegExp, sentence: string])[]) =>
  (value: unknown, ctx: z.RefinementCtx): unknown => {
    if (typeof value !== 'string') return value
    const typed = value.trim()
    if (taken.test(typed)) return Number(typed)
    const fault = faults.find(([form]) => form.test(typed))
    if (!fault) return value
    ctx.addIssue(fault[1])
    return z.NEVER
  }

const DIGITS = /^\d{1,15}$/
export const NEGATIVE = /^-\d+(\.\d+)?$/

export const Id = z.preprocess(
  numberText(DIGITS),
  z
    .number({ error: say('must_be_id') })
    .int(say('must_be_id'))
    .min(1, say('must_be_id'))
    .max(Number.MAX_SAFE_INTEGER),
)

export const IdOut = z.number()

export const whole = (min: number, max: number) =>
  z.preprocess(
    numberText(DIGITS, [NEGATIVE, say('at_least', { least: min })]),
    z
      .number({ error: say('must_be_whole') })
      .int(say('must_be_whole'))
      .min(min, say('at_least', { least: min }))
      .max(max, say('at_most', { most: max })),
  )

/** PostgreSQL text cannot hold U+0000, and its JSON no lone surrogates. */
const isStorable = (value: string) => !value.includes('\u0000') && value.isWellFormed()

export const upTo = (max: number, schema: z.ZodString) =>
  schema.max(max, say('characters_at_most', { most: max })).refine(isStorable, say('not_storable'))

const NO_TEXT = say('must_be_text')

type NoText = string | ((issue: { readonly input?: unknown }) => string)

export const missing =
  (message: string): NoText =>
  ({ input }) =>
    input === undefined || input === null ? message : NO_TEXT

/** Text of several lines, with any characters. Trimmed, and NFC: keyboards have two spellings of য় and ো that look the same. */
export const freeText = (max = MAX_TEXT, error: NoText = NO_TEXT) => upTo(max, z.string({ error }).trim().normalize('NFC'))

/** `text` without normalization: for optimistic locks, SMS (paid by the character) and names a game compares exactly. */
export const spelled = (max = MAX_TEXT, error: NoText = NO_TEXT) => upTo(max, z.string({ error }).trim())

export const plain = <T extends z.ZodType>(schema: T, make = plainText) =>
  z.preprocess((value) => (typeof value === 'string' ? make(value) : value), schema)

export const requiredFreeText = (message: string, max = MAX_TEXT) => freeText(max, missing(message)).min(1, message)

export const oneLine = (schema: z.ZodString) => schema.refine(isOneLine, say('not_one_line'))

/** Text of one line, in which every character can be seen: otherwise two names could look the same. */
export const text = (max = MAX_TEXT, error: NoText = NO_TEXT) => oneLine(freeText(max, error))

export const required = (message: string, max = MAX_TEXT) => text(max, missing(message)).min(1, message)

/** For text that looks like a number: phone, zip code, player id. A JSON number is accepted but cannot carry leading zeros. */
export const digits = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (Number.isSafeInteger(value) && Number(value) >= 0 ? String(value) : value), schema)

const isBlank = (value: unknown) => value === null || (typeof value === 'string' && value.trim() === '')

export const filter = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (isBlank(value) ? undefined : value), schema.optional())

/** ISO 8601 has a year 0, PostgreSQL does not. */
const FIRST_DAY = '0001-01-01'

export const Day = z.iso.date({ error: say('must_be_date') }).refine((day) => day >= FIRST_DAY, { error: say('must_be_date') })

const MOMENT = say('must_be_time')

export const Moment = z.iso
  .datetime({ error: MOMENT })
  .max(40, MOMENT)
  .refine((moment) => moment >= FIRST_DAY, { error: MOMENT })

/** Whole days, both inclusive, each optional. */
export const days = { from: filter(Day), to: filter(Day) }

export const Flag = z.preprocess(
  (value) => (value === true || value === '1' || value === 1 ? 1 : value === false || value === '0' || value === 0 ? 0 : value),
  z.union([z.literal(1), z.literal(0)], { error: say('must_be_flag') }),
)

export const paging = { page: whole(1, MAX_PAGE).default(1), limit: whole(1, MAX_PAGE_SIZE).default(DEFAULT_PAGE_SIZE) }

/** Of a list whose total is counted up to a limit. */
export const totals = { total: z.number(), total_capped: z.boolean() }

/** `sorts` is the allow-list of columns. */
export const listInput = <const S extends readonly [string, ...string[]], F extends z.ZodRawShape>(sorts: S, filters: F) =>
  z.object({
    ...paging,
    q: filter(freeText(MAX_SEARCH)),
    sort: filter(z.enum(sorts, { error: say('must_be_one_of', { values: sorts.join(', ') }) })),
    order: filter(z.enum(['asc', 'desc'], { error: say('must_be_direction') })),
    ...filters,
  })

/** Ids of the rows on screen. The reply returns those that are not on the page as `elsewhere`, without deleted ones. */
export const Shown = filter(
  z.preprocess(
    (value) => (typeof value === 'string' ? value.split(',') : value),
    z.array(Id, { error: say('must_be_id') }).max(MAX_ROWS_SHOWN, say('ids_at_most', { most: MAX_ROWS_SHOWN })),
  ),
)

export const Instant = z.string().meta({ format: 'date-time' })

export const ById = z.object({ id: Id })

export const AdminName = z.object({ first_name: z.string(), last_name: z.string() })

/** Sent as `data` of the body, so the rows are in `data.data`. */
export const listOf = <R extends z.ZodType>(row: R) => z.object({ data: z.array(row), total: z.number() })

/** `reason` is the sentence of `code` and `params`, as in a refusal. */
const RefusedRow = z.object({
  id: Id,
  code: z.string(),
  reason: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
})
export const BulkResult = z.object({ done: z.array(Id), refused: z.array(RefusedRow) })
export type BulkResult = z.output<typeof BulkResult>
