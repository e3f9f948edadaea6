import type { SmsState } from '#contract/campaigns.ts'
import { visibleText } from '#contract/text.ts'
import type { Accepted } from '../../core/settings/read-settings.ts'

/** `waiting` only if nothing can have reached the gateway. The answer never contains parts of its address. */
export interface Outcome {
  readonly state: Extract<SmsState, 'sent' | 'refused' | 'unclear' | 'waiting'>
  readonly answer: string
}

interface AnswerRules {
  readonly url: string
  readonly accepted?: Accepted
}

export interface Answer {
  readonly status: number
  readonly body: string
  readonly isWhole: boolean
}

const WORDS_SHOWN = 200

/** A permanent redirect: it was not taken. */
const MOVED = [301, 307, 308]
/** The gateway may have taken it: it waited for the rest of the request, or has it already. */
const UNCLEAR_STATUSES = [408, 409]
const TOO_MANY = [425, 429]

/** A refused number can be resent, so only a clear answer counts as a refusal. */
export const outcomeOf = (gateway: AnswerRules, answer: Answer): Outcome => {
  const words = replyText(answer.body, gateway.url)
  return { state: stateOf(gateway.accepted, answer), answer: `status ${answer.status}${words && `: ${words}`}` }
}

const stateOf = (accepted: Accepted | undefined, { status, body, isWhole }: Answer): Outcome['state'] => {
  if (status >= 200 && status < 300) {
    if (!accepted) return defaultStateOf(body)
    if (isAccepted(body, accepted)) return 'sent'
    return isWhole ? 'refused' : 'unclear'
  }
  if (TOO_MANY.includes(status)) return 'waiting'
  if (MOVED.includes(status)) return 'refused'
  return status >= 400 && status < 500 && !UNCLEAR_STATUSES.includes(status) ? 'refused' : 'unclear'
}

const isAccepted = (body: string, { field, value }: Accepted): boolean => {
  if (field === '') return containsWords(body, value)
  const found = field.split('.').reduce<unknown>(valueAt, parse(body))
  return ['string', 'number', 'boolean'].includes(typeof found) && String(found).trim().toLowerCase() === value.toLowerCase()
}

/** Whole words only: 'success' is not in 'unsuccessful', nor 1701 in a phone number. */
const containsWords = (body: string, words: string): boolean => {
  const before = /^[\p{L}\p{N}]/u.test(words) ? '(?<![\\p{L}\\p{N}])' : ''
  const after = /[\p{L}\p{N}]$/u.test(words) ? '(?![\\p{L}\\p{N}])' : ''
  return new RegExp(`${before}${words.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}${after}`, 'iu').test(body)
}

const valueAt = (from: unknown, name: string): unknown =>
  typeof from === 'object' && from !== null && Object.hasOwn(from, name) ? (from as Record<string, unknown>)[name] : undefined

const parse = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

const ERROR_FIELDS = ['error', 'errors', 'err', 'errormessage', 'errormessages', 'errormsg', 'errortext', 'errordescription']
const SUCCESS_FIELDS = ['success', 'ok', 'issuccess', 'issuccessful', 'accepted', 'successmessage']
const STATUS_FIELDS = ['status', 'statustext', 'result']
const SUCCESS_WORDS = /^(ok|done|none|accepted|sent|submitted|queued|pending|true)$|\bno errors?\b|\bsuccess/i
const FAILURE_WORDS = /^(fail(ed|ure)?|errors?|rejected|refused|denied|invalid|false)$/i

/** Without a rule, a 2xx answer is accepted unless it clearly reports an error. One that reports both is unclear. */
const defaultStateOf = (body: string): Outcome['state'] => {
  const parsed = parse(body)
  if (parsed === undefined) return /^\s*(error|failed|failure)\b/i.test(body) ? 'refused' : 'sent'
  const root = Array.isArray(parsed) ? parsed[0] : parsed
  const fields = Object.entries(typeof root === 'object' && root !== null ? root : {}).map(
    ([name, value]) => [name.toLowerCase().replace(/[^a-z]/g, ''), value] as const,
  )
  const has = (names: string[], test: (value: unknown) => boolean) =>
    fields.some(([name, value]) => names.includes(name) && test(value))
  const isFailure =
    has(ERROR_FIELDS, reportsError) ||
    has(SUCCESS_FIELDS, (value) => value === false || value === 0 || FAILURE_WORDS.test(textOf(value))) ||
    has(STATUS_FIELDS, (value) => value === false || FAILURE_WORDS.test(textOf(value)))
  if (!isFailure) return 'sent'
  const isSuccess =
    has(SUCCESS_FIELDS, (value) => value === true || value === 1 || SUCCESS_WORDS.test(textOf(value))) ||
    has(STATUS_FIELDS, (value) => value === true || SUCCESS_WORDS.test(textOf(value)))
  return isSuccess ? 'unclear' : 'refused'
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** Some gateways always send the field: empty, 0, 'none' or 'Success' mean no error. */
const reportsError = (value: unknown): boolean => {
  if (typeof value === 'object' && value !== null)
    return Object.values(value).some((inner) => Boolean(inner) && isErrorText(inner))
  return Boolean(value) && isErrorText(value)
}

const isErrorText = (value: unknown): boolean => {
  const text = textOf(value)
  return typeof value !== 'string' || (text !== '' && !/^0+$|^(null|false|no)$/i.test(text) && !SUCCESS_WORDS.test(text))
}

/** One short line of the answer, without parts of the gateway's address, which may be keys. */
const replyText = (body: string, url: string): string => {
  const hidden = partsOf(url).reduce((text, part) => text.replaceAll(part, '...'), body)
  const text = hidden.slice(0, 10 * WORDS_SHOWN).replace(/<(script|style)\b[\s\S]*?<\/\1>|<[^>]*>/gi, ' ')
  const words = visibleText(text.toWellFormed()).replace(/\s+/g, ' ')
  return words.length > WORDS_SHOWN ? `${words.slice(0, WORDS_SHOWN).toWellFormed()}...` : words
}

const partsOf = (url: string): string[] => {
  const [place = '', ...query] = url.split('?')
  const long = place.split('/').filter((part) => part.length >= 8)
  const values = query
    .join('?')
    .split('&')
    .map((pair) => pair.slice(pair.indexOf('=') + 1))
  return [...long, ...values.filter((value) => value.length >= 4)]
    .filter((part) => !part.includes('{'))
    .flatMap((part) => [part, decoded(part)])
    .flatMap((part) => [part, part.replaceAll('/', '\\/')])
    .filter((part) => part.length >= 4)
    .sort((a, b) => b.length - a.length)
}

const decoded = (part: string): string => new URLSearchParams(`part=${part}`).get('part') ?? part
