import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { isSameValue } from '../excerpt.ts'
import type { Values } from '../fields/form-fields.ts'

/** A row that can be edited; `version` is its optimistic lock. */
export type Versioned = { id: number; version: number }

/** What the shared edit screen needs to know about a resource. */
export interface Edited<R extends Versioned> {
  readonly calls: {
    readonly list: Endpoint<z.ZodType, z.ZodType<{ data: R[]; total: number }>>
    readonly show: Endpoint<z.ZodType, z.ZodType<R>>
    readonly update: Endpoint<z.ZodType, z.ZodType<R>>
  }
  /** English: 'Banner'. */
  readonly noun: string
  /** URL of the list; the add and edit pages are below it. */
  readonly path: string
  /** Every field that the forms send, with its value in a new form. */
  readonly empty: Values
  /** Other reads to invalidate after a change, beside the list. */
  readonly invalidates?: readonly Endpoint[]
  /** A figure that orders change too: sent only if edited, with the value shown in the form as `expected_...`. */
  readonly guarded?: string
  /** Sent only if edited: other screens change them too. */
  readonly sentIfEdited?: readonly string[]
  /** Absent fields stay, and some need a permission: only what was edited is sent. */
  readonly isPartial?: boolean
}

/** What the shared list, add and edit screens need to know about a plain resource. */
export interface Crud<R extends Versioned> extends Edited<R> {
  readonly calls: Edited<R>['calls'] & {
    readonly create: Endpoint<z.ZodType, z.ZodType<R>>
    readonly remove: Endpoint
  }
  /** The row's name in a confirmation. */
  readonly nameOf: (row: R) => string
  /** What 'Save and add another' fills in, from the record saved before. */
  readonly nextOf?: (saved: R) => Values
  /** A translated sentence on what is deleted along with the row, if anything. */
  readonly deletionEffect?: (row: R) => string | undefined
}

export const staleAfter = <R extends Versioned>(crud: Edited<R>): Endpoint[] => [
  crud.calls.list as Endpoint,
  ...(crud.invalidates ?? []),
]

/** A row as form values: numbers become text, and a list its JSON. */
export const valuesOf = (empty: Values, row: object): Values =>
  Object.fromEntries(
    Object.entries(empty).map(([name, start]) => {
      const value = (row as Record<string, unknown>)[name]
      if (typeof start === 'number') return [name, Number(value)]
      return [name, Array.isArray(value) ? JSON.stringify(value) : String(value ?? '')]
    }),
  )

/** The input of an edit: values, id and version; the guarded figure only if it was changed, and of a partial edit no other. */
export function editedInput<R extends Versioned>(
  { empty, guarded, isPartial, sentIfEdited = [] }: Pick<Edited<R>, 'empty' | 'guarded' | 'isPartial' | 'sentIfEdited'>,
  values: Values,
  base: R,
  inDoubt: ReadonlySet<string>,
): Values {
  const shown = valuesOf(empty, base)
  const isSent = (name: string) =>
    !(isPartial || name === guarded || sentIfEdited.includes(name)) ||
    inDoubt.has(name) ||
    !isSameValue(values[name], shown[name])
  const sent = Object.fromEntries(Object.entries(values).filter(([name]) => isSent(name)))
  const expected = guarded !== undefined && guarded in sent ? { [`expected_${guarded}`]: shown[guarded] ?? '' } : {}
  return { ...sent, ...expected, id: base.id, version: base.version }
}
