import { type Db, query } from '../../platform/db/connect.ts'

/** The numbers of all statuses, also of those without rows, and their sum: for the tabs of a list. */
export const withAll = <S extends string>(
  statuses: readonly S[],
  counts: Partial<Record<string, number>>,
): Record<S | 'all', number> => {
  const numbers = statuses.map((status): [S, number] => [status, counts[status] ?? 0])
  const all = numbers.reduce((sum, [, n]) => sum + n, 0)
  return Object.fromEntries([...numbers, ['all', all]]) as Record<S | 'all', number>
}

/** As withAll, by the counters: `tally` is the SQL of `status` and `n` that follows `from`. */
export const countByStatus = async <S extends string>(
  db: Db,
  statuses: readonly S[],
  tally: string,
  parameters: unknown[] = [],
) => {
  const sql = `select status, sum(n)::bigint as n from ${tally} group by status`
  const rows = await query<{ status: string; n: number }>(db, sql, parameters)
  return withAll(statuses, Object.fromEntries(rows.map(({ status, n }) => [status, n])))
}
