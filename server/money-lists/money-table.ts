/** The two lists of customers' money; each with its counters and search terms. */
export type MoneyTable = 'wallet_adds' | 'withdrawals'
