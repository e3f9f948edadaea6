/** The numbers of all statuses, also of those without rows, and their sum: for the tabs of a list. */
export const withAll = <S extends string>(
  statuses: readonly S[],
  counts: Partial<Record<S, number>>,
): Record<S | 'all', number> => {
  const numbers = statuses.map((status): [S, number] => [status, counts[status] ?? 0])
  const all = numbers.reduce((sum, [, n]) => sum + n, 0)
  return Object.fromEntries([...numbers, ['all', all]]) as Record<S | 'all', number>
}
