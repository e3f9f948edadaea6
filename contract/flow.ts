/** The screen offers these moves, the server checks them under the row's lock, and a database trigger enforces them. */
export interface Flow<S extends string> {
  readonly statuses: readonly S[]
  next(from: S): readonly S[]
  allows(from: S, to: S): boolean
}

export const flow = <const T extends Record<string, readonly string[]>>(table: T): Flow<Extract<keyof T, string>> => {
  type S = Extract<keyof T, string>
  const statuses = Object.keys(table) as S[]
  const next = (from: S) => (table[from] ?? []) as readonly S[]
  const allows = (from: S, to: S) => next(from).includes(to)
  return { statuses, next, allows }
}
