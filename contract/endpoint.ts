import { z } from 'zod'
import type { Access, ModuleKey, Need } from './access.ts'
import type { EffectOf } from './effects.ts'
import type { PlainCode } from './messages.ts'

/** What the audit row keeps: its subject and allow-listed input fields. Never a password, code or token. */
interface AuditRule {
  readonly subject: string
  readonly fields: readonly string[]
}

/** One call of the API. Server, client, tests and the API reference are all derived from it. */
export interface Endpoint<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly method: 'GET' | 'POST'
  /** Below `/api`; `:name` parts are fields of the input. */
  readonly path: string
  readonly access: Access
  /** What it may do beside an ordinary change. A read does nothing. */
  readonly effects: readonly EffectOf<z.output<I>>[]
  /** Other modules that also open it: their screens need its data. */
  readonly alsoFor?: readonly ModuleKey[]
  readonly input: I
  readonly output: O
  readonly about: string
  readonly done?: string
  /** One file as multipart/form-data. `failed` is the error for every rejected file. */
  readonly upload?: { readonly field: string; readonly maxBytes: number; readonly failed: PlainCode }
  /** Raises the limit above MAX_BODY_BYTES. The sender is authenticated before the body is read. */
  readonly maxBodyBytes?: number
  /** Allows the longer timeout of uploads, for long pastes and slow checks. */
  readonly takesLong?: boolean
  /** A list or a figure that writes nothing and decides nothing: a standby may serve it. */
  readonly onStandby?: true
  /** The reply carries an ETag, and 304 answers who has it already. */
  readonly hasETag?: true
  readonly needs?: readonly Need<z.output<I>>[]
  /** Also open to an admin who first has to choose their own password. */
  readonly withOneTimePassword?: boolean
  /** Also open to an admin who still has to add the second factor that the shop requires. */
  readonly withFactorDue?: boolean
  /** Takes an `Idempotency-Key`: a retry would do it twice. The store's changes require the key unless they set `false`. */
  readonly keyed?: boolean
  readonly audit?: AuditRule | 'none'
}

type Options<I extends z.ZodType, O extends z.ZodType> = Omit<Endpoint<I, O>, 'method' | 'path'>

export const NoInput = z.object({})
export const Nothing = z.null()

export const get = <I extends z.ZodType, O extends z.ZodType>(
  path: string,
  options: Omit<Options<I, O>, 'effects' | 'keyed' | 'audit' | 'done' | 'needs' | 'upload' | 'maxBodyBytes'>,
): Endpoint<I, O> => ({ method: 'GET', path, effects: [], ...options })

/** `audit` is required so that no change goes unrecorded. */
export const post = <I extends z.ZodType, O extends z.ZodType>(
  path: string,
  options: Omit<Options<I, O>, 'onStandby'> & { readonly audit: AuditRule | 'none' },
): Endpoint<I, O> => ({ method: 'POST', path, ...options })

export type Input<E> = E extends Endpoint<infer I, z.ZodType> ? z.output<I> : never
export type Sent<E> = E extends Endpoint<infer I, z.ZodType> ? Loose<z.input<I>, z.output<I>> : never
type Loose<Before, After> = { [K in keyof Before]: K extends keyof After ? After[K] : never }
export type Output<E> = E extends Endpoint<z.ZodType, infer O> ? z.output<O> : never

export const pathParameters = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '')
