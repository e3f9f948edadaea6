export type MoneyTable = 'wallet_adds' | 'withdrawals'
