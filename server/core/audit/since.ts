/** SQL: a row of the audit log, `t`, is of this moment or later. Its id is narrowed by the seals: `at` has no index, which every change
 * would pay for. */
export const since = (moment: string): string => `
  t.at >= ${moment}
  and t.id > coalesce((select min(from_id) from audit_seals where last_at >= ${moment}), (select max(to_id) from audit_seals), 0)`
