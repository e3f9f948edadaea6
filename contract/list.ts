import { z } from 'zod'
import { DEFAULT_PAGE_SIZE, MAX_PAGE, MAX_PAGE_SIZE, MAX_ROWS_SHOWN, MAX_SEARCH, MAX_TEXT } from './limits.ts'

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
  z.number({ error: 'Must be an id' }).int('Must be an id').min(1, 'Must be an id').max(Number.MAX_SAFE_INTEGER),
)

export const IdOut = z.number()

export const whole = (min: number, max: number) =>
  z.preprocess(
    numberText(DIGITS, [NEGATIVE, `At least ${min}`]),
    z
      .number({ error: 'Must be a whole number' })
      .int('Must be a whole number')
      .min(min, `At least ${min}`)
      .max(max, `At most ${max}`),
  )

/** PostgreSQL text cannot hold U+0000, and its JSON no lone surrogates. */
const isStorable = (value: string) => !value.includes('\u0000') && value.isWellFormed()

export const upTo = (max: number, schema: z.ZodString) =>
  schema.max(max, `At most ${max} characters`).refine(isStorable, 'Contains a character that cannot be stored')

const NO_TEXT = 'Must be text'

export type NoText = string | ((issue: { readonly input?: unknown }) => string)

export const missing =
  (message: string): NoText =>
  ({ input }) =>
    input === undefined || input === null ? message : NO_TEXT

/** Trimmed, and NFC: keyboards produce two spellings of য়, ড়, ঢ়, ো and ৌ that look the same. */
export const text = (max = MAX_TEXT, error: NoText = NO_TEXT) => upTo(max, z.string({ error }).trim().normalize('NFC'))

export const required = (message: string, max = MAX_TEXT) => text(max, missing(message)).min(1, message)

/** For text that looks like a number: phone, zip code, player id. A JSON number is accepted but cannot carry leading zeros. */
export const digits = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (Number.isSafeInteger(value) && Number(value) >= 0 ? String(value) : value), schema)

const isBlank = (value: unknown) => value === null || (typeof value === 'string' && value.trim() === '')

export const filter = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (isBlank(value) ? undefined : value), schema.optional())

/** ISO 8601 has a year 0, PostgreSQL does not. */
const FIRST_DAY = '0001-01-01'

export const Day = z.iso
  .date({ error: 'Must be a date like 2026-01-31' })
  .refine((day) => day >= FIRST_DAY, { error: 'Must be a date like 2026-01-31' })

const MOMENT = 'Must be a time like 2026-01-31T08:05:00Z'

export const Moment = z.iso
  .datetime({ error: MOMENT })
  .max(40, MOMENT)
  .refine((moment) => moment >= FIRST_DAY, { error: MOMENT })

/** Whole days, both inclusive, each optional. */
export const days = { from: filter(Day), to: filter(Day) }

export const Flag = z.preprocess(
  (value) => (value === true || value === '1' || value === 1 ? 1 : value === false || value === '0' || value === 0 ? 0 : value),
  z.union([z.literal(1), z.literal(0)], { error: 'Must be 1 or 0' }),
)

/** `sorts` is the allow-list of columns. */
export const listInput = <const S extends readonly [string, ...string[]], F extends z.ZodRawShape>(sorts: S, filters: F) =>
  z.object({
    page: whole(1, MAX_PAGE).default(1),
    limit: whole(1, MAX_PAGE_SIZE).default(DEFAULT_PAGE_SIZE),
    q: filter(text(MAX_SEARCH)),
    sort: filter(z.enum(sorts, { error: `Must be one of ${sorts.join(', ')}` })),
    order: filter(z.enum(['asc', 'desc'], { error: 'Must be asc or desc' })),
    ...filters,
  })

/** Ids of the rows on screen. The reply returns those that are not on the page as `elsewhere`, without deleted ones. */
export const Shown = filter(
  z.preprocess(
    (value) => (typeof value === 'string' ? value.split(',') : value),
    z.array(Id, { error: 'Must be an id' }).max(MAX_ROWS_SHOWN, `At most ${MAX_ROWS_SHOWN} ids`),
  ),
)

export const Instant = z.string().meta({ format: 'date-time' })

export const ById = z.object({ id: Id })

export const AdminName = z.object({ first_name: z.string(), last_name: z.string() })

/** Sent as `data` of the body, so the rows are in `data.data`. */
export const listOf = <R extends z.ZodType>(row: R) => z.object({ data: z.array(row), total: z.number() })
