/** Which status may follow which: the screen offers no other, the server asks under the row's lock, the database's trigger agrees. */
interface Flow<S extends string> {
  readonly statuses: readonly S[]
  /** The statuses that may follow `from`. */
  next(from: S): readonly S[]
  allows(from: S, to: S): boolean
}

/** Makes a flow from one table: `flow({ pending: ['completed'], completed: [] })`. */
export const flow = <const T extends Record<string, readonly string[]>>(table: T): Flow<Extract<keyof T, string>> => {
  type S = Extract<keyof T, string>
  const statuses = Object.keys(table) as S[]
  const next = (from: S) => (table[from] ?? []) as readonly S[]
  const allows = (from: S, to: S) => next(from).includes(to)
  return { statuses, next, allows }
}
