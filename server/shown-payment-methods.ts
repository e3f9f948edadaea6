/**
 * SQL: whether customers are shown a payment method of this status, '1' or 'active'. The status is kept as it was typed, and keyboards
 * begin with a capital or have other digits.
 */
export const isMethodShown = (status: string): string => `translate(lower(trim(${status})), '১', '1') in ('1', 'active')`
