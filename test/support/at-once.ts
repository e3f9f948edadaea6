/** So many calls at once; answers what came, in their order. */
export const together = <T>(count: number, call: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index)))

/** How many replies came with each status. */
export const statusesOf = (replies: readonly { status: number }[]): Record<number, number> =>
  Object.fromEntries([...Map.groupBy(replies, ({ status }) => status)].map(([status, group]) => [status, group.length]))
