import { z } from 'zod'
import { DEFAULT_PAGE_SIZE, MAX_PAGE, MAX_PAGE_SIZE, MAX_ROWS_SHOWN, MAX_SEARCH, MAX_TEXT } from './limits.ts'

/**
 * Reads text in the form of `taken` as its number. Text in the form of a fault is refused with its sentence, the first that fits;
 * any other is left to the schema.
 */
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
/** A number below 0, as text. */
export const NEGATIVE = /^-\d+(\.\d+)?$/

/** A row's id, from a number or its digits. */
export const Id = z.preprocess(
  numberText(DIGITS),
  z.number({ error: 'Must be an id' }).int('Must be an id').min(1, 'Must be an id').max(Number.MAX_SAFE_INTEGER),
)

/** A row's id as replies carry it. */
export const IdOut = z.number()

/** A whole number within bounds, from a number or its digits. */
export const whole = (min: number, max: number) =>
  z.preprocess(
    numberText(DIGITS, [NEGATIVE, `At least ${min}`]),
    z
      .number({ error: 'Must be a whole number' })
      .int('Must be a whole number')
      .min(min, `At least ${min}`)
      .max(max, `At most ${max}`),
  )

/** PostgreSQL text cannot hold the character 0, nor its JSON half of a surrogate pair. */
const isStorable = (value: string) => !value.includes('\u0000') && value.isWellFormed()

/** The bounds that every text has. */
export const upTo = (max: number, schema: z.ZodString) =>
  schema.max(max, `At most ${max} characters`).refine(isStorable, 'Contains a character that cannot be stored')

const NO_TEXT = 'Must be text'

/** What is said of an input that is no text: a sentence, or one for each input. */
export type NoText = string | ((issue: { readonly input?: unknown }) => string)

/** Says `message` of a text that is missing, and of anything else that it must be text. */
export const missing =
  (message: string): NoText =>
  ({ input }) =>
    input === undefined || input === null ? message : NO_TEXT

/**
 * Trimmed text of up to `max` characters. Keyboards have two spellings of য়, ড়, ঢ়, ো and ৌ that nobody can tell apart: one of them is kept
 * and sought.
 */
export const text = (max = MAX_TEXT, error: NoText = NO_TEXT) => upTo(max, z.string({ error }).trim().normalize('NFC'))

/** Trimmed text that must not be empty; `message` is the sentence for the missing field. */
export const required = (message: string, max = MAX_TEXT) => text(max, missing(message)).min(1, message)

/**
 * What the specification or a shop's site calls a number though it is none: a phone, a zip code, where to pay, a player id. A JSON
 * number is taken as its digits; what must keep its leading zeros is sent as text.
 */
export const digits = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (Number.isSafeInteger(value) && Number(value) >= 0 ? String(value) : value), schema)

const isBlank = (value: unknown) => value === null || (typeof value === 'string' && value.trim() === '')

/** A filter: an absent or blank value means no filter. */
export const filter = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (isBlank(value) ? undefined : value), schema.optional())

/** ISO 8601 has a year 0, PostgreSQL has none. */
const FIRST_DAY = '0001-01-01'

/** A calendar day in the shop's time zone. */
export const Day = z.iso
  .date({ error: 'Must be a day like 2026-01-31' })
  .refine((day) => day >= FIRST_DAY, { error: 'Must be a day like 2026-01-31' })

const MOMENT = 'Must be a moment like 2026-01-31T08:05:00Z'

/** An instant that comes back as a reply told it. */
export const Moment = z.iso
  .datetime({ error: MOMENT })
  .max(40, MOMENT)
  .refine((moment) => moment >= FIRST_DAY, { error: MOMENT })

/** Whole days, both included; either alone is open to the other side. */
export const days = { from: filter(Day), to: filter(Day) }

/** 1/0, '1'/'0' or true/false in; 1/0 out. */
export const Flag = z.preprocess(
  (value) => (value === true || value === '1' || value === 1 ? 1 : value === false || value === '0' || value === 0 ? 0 : value),
  z.union([z.literal(1), z.literal(0)], { error: 'Must be 1 or 0' }),
)

/** Page, size, search and sort of a list; `sorts` is the allow-list of columns. */
export const listInput = <const S extends readonly [string, ...string[]], F extends z.ZodRawShape>(sorts: S, filters: F) =>
  z.object({
    page: whole(1, MAX_PAGE).default(1),
    limit: whole(1, MAX_PAGE_SIZE).default(DEFAULT_PAGE_SIZE),
    q: filter(text(MAX_SEARCH)),
    sort: filter(z.enum(sorts, { error: `Must be one of ${sorts.join(', ')}` })),
    order: filter(z.enum(['asc', 'desc'], { error: 'Must be asc or desc' })),
    ...filters,
  })

/**
 * Ids of the rows on somebody's screen, with commas between: of these the reply tells as `elsewhere` the ones that are not on the
 * page, as they are by now; a deleted one is missing there.
 */
export const Shown = filter(
  z.preprocess(
    (value) => (typeof value === 'string' ? value.split(',') : value),
    z.array(Id, { error: 'Must be an id' }).max(MAX_ROWS_SHOWN, `At most ${MAX_ROWS_SHOWN} ids`),
  ),
)

/** An instant as replies carry it: ISO 8601 in UTC. */
export const Instant = z.string()

/** A row by its id. */
export const ById = z.object({ id: Id })

/** First and last name, as the specification's `Admin` and our own `Owner` carry them. */
export const AdminName = z.object({ first_name: z.string(), last_name: z.string() })

/** A list's reply; `data.data` of the body holds the rows. */
export const listOf = <R extends z.ZodType>(row: R) => z.object({ data: z.array(row), total: z.number() })
