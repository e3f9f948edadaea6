import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Values } from '../fields/form-fields.ts'

/** A row that can be edited; `version` is its optimistic lock. */
export type Versioned = { id: number; version: number }

/** What the shared list, add and edit screens need to know about a plain resource. */
export interface Crud<R extends Versioned> {
  readonly calls: {
    readonly list: Endpoint<z.ZodType, z.ZodType<{ data: R[]; total: number }>>
    readonly show: Endpoint<z.ZodType, z.ZodType<R>>
    readonly create: Endpoint<z.ZodType, z.ZodType<R>>
    readonly update: Endpoint<z.ZodType, z.ZodType<R>>
    readonly remove: Endpoint
  }
  /** English: 'Banner'. */
  readonly noun: string
  /** The row's name in a confirmation. */
  readonly nameOf: (row: R) => string
  /** A translated sentence on what is deleted along with the row, if anything. */
  readonly deletionEffect?: (row: R) => string | undefined
  /** URL of the list; the add and edit pages are below it. */
  readonly path: string
  /** Every field that the forms send, with its value in a new form. */
  readonly empty: Values
  /** Other reads to invalidate after a change, beside the list. */
  readonly invalidates?: readonly Endpoint[]
  /** A figure that orders change too: sent only if edited, with the value shown in the form as `expected_...`. */
  readonly guarded?: string
}

export const staleAfter = <R extends Versioned>(crud: Crud<R>): Endpoint[] => [
  crud.calls.list as Endpoint,
  ...(crud.invalidates ?? []),
]

/** A row as form values: numbers become text. */
export const valuesOf = (empty: Values, row: object): Values =>
  Object.fromEntries(
    Object.entries(empty).map(([name, start]) => {
      const value = (row as Record<string, unknown>)[name]
      return [name, typeof start === 'number' ? Number(value) : String(value ?? '')]
    }),
  )

/** The input of an edit: values, id and version; the guarded figure only if it was changed. */
export function editedInput(values: Values, row: Versioned, guarded?: string): Values {
  const input: Values = { ...values, id: row.id, version: row.version }
  if (guarded === undefined) return input
  const shown = String((row as unknown as Record<string, number>)[guarded])
  const { [guarded]: typed = '', ...others } = input
  return String(typed).trim() === shown ? others : { ...others, [guarded]: typed, [`expected_${guarded}`]: shown }
}
