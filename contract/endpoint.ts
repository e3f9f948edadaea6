import { z } from 'zod'
import type { Access, ModuleKey, Need } from './access.ts'

/** What the audit row of a call keeps: its subject and the input fields on the allow-list. Never a password, code or token. */
interface AuditRule {
  readonly subject: string
  readonly fields: readonly string[]
}

/** One call of the API: everything that server, client, tests and API docs need to know of it. */
export interface Endpoint<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly method: 'GET' | 'POST'
  /** Below `/api`; `:name` parts are fields of the input. */
  readonly path: string
  readonly access: Access
  /** Further modules whose holders may make it: a task that cannot be done without what another's screen reads. */
  readonly alsoFor?: readonly ModuleKey[]
  /** Query, body and path parameters as one object. */
  readonly input: I
  readonly output: O
  /** One sentence for the API reference. */
  readonly about: string
  /** The message of a success, in the specification's words. */
  readonly done?: string
  /** Takes one file as multipart/form-data; `failed` is the sentence for every file that is not accepted. */
  readonly upload?: { readonly field: string; readonly maxBytes: number; readonly failed: string }
  /** Of the body, where it may be longer than MAX_BODY_BYTES; its sender is identified before it is read. */
  readonly maxBodyBytes?: number
  /** On its way, as a long paste, or in the database, as a check of all books: its sender waits for it as for an upload. */
  readonly takesLong?: boolean
  readonly needs?: readonly Need<z.output<I>>[]
  /** Also for an admin who has still to choose a password of his own. */
  readonly withOneTimePassword?: boolean
  /**
   * Moves money, sends what cannot be called back, or would give out something else when it is repeated: takes an `Idempotency-Key`.
   * The store's changes take one anyway, and must be sent with it, unless they say `false`.
   */
  readonly keyed?: boolean
  /** 'none': changes nothing that anybody would look up, as a heartbeat, or the sign-in of a customer. */
  readonly audit?: AuditRule | 'none'
}

type Options<I extends z.ZodType, O extends z.ZodType> = Omit<Endpoint<I, O>, 'method' | 'path'>

/** Input of a call that takes nothing. */
export const NoInput = z.object({})
/** Output of a call that only succeeds. */
export const Nothing = z.null()

/** A call that reads. */
export const get = <I extends z.ZodType, O extends z.ZodType>(
  path: string,
  options: Omit<Options<I, O>, 'keyed' | 'audit' | 'done' | 'needs' | 'upload' | 'maxBodyBytes'>,
): Endpoint<I, O> => ({ method: 'GET', path, ...options })

/** A call that changes something; `audit` is required, so that no change goes unrecorded. */
export const post = <I extends z.ZodType, O extends z.ZodType>(
  path: string,
  options: Options<I, O> & { readonly audit: AuditRule | 'none' },
): Endpoint<I, O> => ({ method: 'POST', path, ...options })

export type Input<E> = E extends Endpoint<infer I, z.ZodType> ? z.output<I> : never
/** What our own client passes: the parsed types, with defaults left out at will. */
export type Sent<E> = E extends Endpoint<infer I, z.ZodType> ? Loose<z.input<I>, z.output<I>> : never
type Loose<Before, After> = { [K in keyof Before]: K extends keyof After ? After[K] : never }
export type Output<E> = E extends Endpoint<z.ZodType, infer O> ? z.output<O> : never

/** The `:name` parts of a path. */
export const pathParameters = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '')
