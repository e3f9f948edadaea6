interface Walk {
  /** The order of time. */
  direction: 'asc' | 'desc'
  /** SQL of how many at most, from either side. */
  limit: string
  /** SQL of the journal id that they come after, and of the last one that they may be. */
  after?: string
  upTo?: string
  /** SQL of what else must hold of a journal. */
  where?: string
}

/** SQL: no journal has an id beyond it. */
export const NEWEST = '9223372036854775807'

/** SQL: the journals that have an account on this side, behind `after` and up to `upTo` (journal ids). It is written as a
 * range of rows, so that only this side's index gives them in the order of time. */
export const within = (side: 'debit' | 'credit', account: string, after: string, upTo = NEWEST): string =>
  `(${side}_id, id) > (${account}, ${after}) and (${side}_id, id) <= (${account}, ${upTo})`

/** SQL for an account's entries (`id` of the journal, `at`, `amount`, `balance_after`, `other_id` for the account across), not yet in
 * order. Each side by itself: asked for both at once, the planner may walk through everybody's journals. */
export const walkEntries = (account: string, { direction, limit, after = '0', upTo = NEWEST, where = 'true' }: Walk): string => {
  const walk = (side: 'debit' | 'credit', columns: string) => `
    (select id, at, ${columns} from journals
     where ${within(side, account, after, upTo)} and ${where}
     order by ${side}_id ${direction}, id ${direction}
     limit ${limit})`
  return [
    walk('debit', '-amount as amount, debit_balance as balance_after, credit_id as other_id'),
    walk('credit', 'amount, credit_balance, debit_id'),
  ].join(' union all ')
}

/** SQL of how many entries an account has. */
export const countEntries = (account: string): string => {
  const count = (side: 'debit' | 'credit') => `(select count(*) from journals where ${within(side, account, '0')})`
  return `${count('debit')} + ${count('credit')}`
}
