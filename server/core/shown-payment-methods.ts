/** SQL: the status is '1' or 'active'. It is stored as typed, so it may be capitalized or in Bangla digits. */
export const isMethodShown = (status: string): string => `translate(lower(trim(${status})), '১', '1') in ('1', 'active')`
