import { z } from 'zod'
import { type Code, MESSAGES } from '#contract/messages.ts'
import { AppError } from '../errors.ts'
import type { Route } from './call.ts'
import { replyOf } from './failure.ts'
import { FIELD_CODES, HTTP_REFUSALS, refusalsOf } from './refused.ts'

const CodeName = z.enum(Object.keys(MESSAGES))
const Params = z.record(z.string(), z.union([z.string(), z.number()]))

export const ENVELOPE = z.object({
  success: z.literal(false),
  code: CodeName.describe('What happened: that of the first error. Sentences may be reworded, codes stay'),
  message: z.string().describe('The sentence of the code, for the reader'),
  params: Params.describe('The figures and names in the sentence'),
  errors: z.array(
    z.object({
      code: CodeName,
      msg: z.string(),
      param: z.string().optional().describe('The field that is meant'),
      params: Params.optional(),
    }),
  ),
  data: z.unknown().optional().describe('What the caller needs in order to go on; with 409 mostly the present state'),
})

const ABOUT: Readonly<Record<string, string>> = {
  401: 'The token or the store key is missing, wrong or no longer valid',
  403: 'Signed in, but not allowed; `param` names a field that needs a further module',
  404: 'No such record, or not yours to see',
  409: 'The state has moved on, and `data` is the present one; or the Idempotency-Key was used for another request',
  413: 'The body is too large',
  422: 'A field is not acceptable: each has its error, with its name in `param`',
  429: 'Too many; where `data.retry_at` and Retry-After are sent, they say until when',
  500: 'A bug; the outcome may be unknown: send the same call with the same key later',
  503: 'Temporary; of connection_lost the outcome may be unknown: send the same call with the same key later',
}

/** Of a code without figures in its sentence, where there is one. */
const exampleOf = (status: number, codes: readonly Code[]) => {
  const code = codes.find((one) => !MESSAGES[one].includes('{{')) ?? codes[0] ?? 'invalid'
  return replyOf(new AppError(status, { code, text: MESSAGES[code], params: {} })).body
}

const failure = (status: number, codes: readonly Code[]) => {
  const isFieldRefused = FIELD_CODES.every((code) => codes.includes(code))
  const own = isFieldRefused ? codes.filter((code) => !FIELD_CODES.includes(code)) : codes
  const listed = { type: 'string', enum: own }
  const field = { $ref: '#/components/schemas/FieldCode' }
  const code = isFieldRefused ? (own.length > 0 ? { anyOf: [listed, field] } : field) : listed
  return {
    description: ABOUT[status] ?? '',
    ...(status === 429 && { headers: { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } } }),
    content: {
      'application/json': {
        schema: {
          allOf: [{ $ref: '#/components/schemas/Failure' }, { type: 'object', properties: { code }, required: ['code'] }],
        },
        example: exampleOf(status, own),
      },
    },
  }
}

const HTTP = {
  ...failure(400, Object.values(HTTP_REFUSALS).flat()),
  description: '400, 408, 431: not readable as a request of HTTP',
}

const nameOf = (status: string, codes: readonly Code[]): string => {
  const own = codes.filter((code) => !FIELD_CODES.includes(code))
  return [status, ...own, ...(own.length < codes.length ? ['fields'] : [])].join('.')
}

/** The failures of each call by status, each with its codes; what several calls share is described once, in `responses`. */
export const describeFailures = () => {
  const responses: Record<string, object> = { http: HTTP }
  const refer = (name: string) => ({ $ref: `#/components/responses/${name}` })
  const failuresOf = (route: Route) => {
    const failures = Object.entries(refusalsOf(route)).map(([status, codes = []]) => {
      const name = nameOf(status, codes)
      responses[name] ??= failure(Number(status), codes)
      return [status, refer(name)]
    })
    return { ...Object.fromEntries(failures), default: refer('http') }
  }
  return { responses, failuresOf }
}
