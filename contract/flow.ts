import { z } from 'zod'

/** The screen offers these moves, the server checks them under the row's lock, and a database trigger enforces them. */
export interface Flow<S extends string> {
  readonly statuses: readonly S[]
  next(from: S): readonly S[]
  allows(from: S, to: S): boolean
}

export const flow = <S extends string>(table: Readonly<Record<S, readonly NoInfer<S>[]>>): Flow<S> => {
  const statuses = Object.keys(table) as S[]
  const next = (from: S) => table[from] ?? []
  const allows = (from: S, to: S) => next(from).includes(to)
  return { statuses, next, allows }
}

export const countsBy = <S extends string>(statuses: readonly S[]) =>
  z.object(Object.fromEntries([...statuses, 'all' as const].map((name) => [name, z.number()])) as Record<S | 'all', z.ZodNumber>)
