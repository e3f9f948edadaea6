import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Values } from '../fields/form-fields.ts'

/** A row that its form can be opened for; `version` tells whether somebody changed it since. */
export type Versioned = { id: number; version: number }

/** What the shared list, add and edit screens need to know of one plain resource. */
export interface Crud<R extends Versioned> {
  /** The calls that `crud` of the contract made. */
  readonly calls: {
    readonly list: Endpoint<z.ZodType, z.ZodType<{ data: R[]; total: number }>>
    readonly show: Endpoint<z.ZodType, z.ZodType<R>>
    readonly create: Endpoint<z.ZodType, z.ZodType<R>>
    readonly update: Endpoint<z.ZodType, z.ZodType<R>>
    readonly remove: Endpoint
  }
  /** English noun: 'Banner'. */
  readonly noun: string
  /** How a row is called in a question about it. */
  readonly nameOf: (row: R) => string
  /** What is gone with a row when it is deleted: a translated sentence, or nothing. */
  readonly goesWith?: (row: R) => string | undefined
  /** The list's page; its add and edit pages lie below it. */
  readonly path: string
  /** Every field that the forms send, with what a new form starts with. */
  readonly empty: Values
  /** What else shows these rows, and is read again after a change, beside the list. */
  readonly alsoStale?: readonly Endpoint[]
  /** A figure that orders move too: sent only if changed, with the value that the form showed as `expected_...`. */
  readonly guarded?: string
}

/** What is read again after a row was added, changed or deleted. */
export const staleAfter = <R extends Versioned>(crud: Crud<R>): Endpoint[] => [
  crud.calls.list as Endpoint,
  ...(crud.alsoStale ?? []),
]

/** What is typed of a row: numbers as text, as their boxes hold them. */
export const valuesOf = (empty: Values, row: object): Values =>
  Object.fromEntries(
    Object.entries(empty).map(([name, start]) => {
      const value = (row as Record<string, unknown>)[name]
      return [name, typeof start === 'number' ? Number(value) : String(value ?? '')]
    }),
  )

/** What an edit sends: the row's id and version beside the values, the guarded figure only if it was changed. */
export function editedInput(values: Values, row: Versioned, guarded?: string): Values {
  const input: Values = { ...values, id: row.id, version: row.version }
  if (guarded === undefined) return input
  const shown = String((row as unknown as Record<string, number>)[guarded])
  const { [guarded]: typed = '', ...others } = input
  return String(typed).trim() === shown ? others : { ...others, [guarded]: typed, [`expected_${guarded}`]: shown }
}
