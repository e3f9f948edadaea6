import type { Endpoint } from '#contract/endpoint.ts'
import { STORE_ACCOUNTS, statements, USER_WALLETS } from '#contract/statements.ts'

export type StoreAccount = (typeof STORE_ACCOUNTS)[number]

/** What a statement reads, and exports if it can. */
export interface Source {
  readonly read: Endpoint
  readonly csv?: Endpoint
  readonly input: Record<string, unknown>
}

export const statementOfUser = (id: number, wallet: (typeof USER_WALLETS)[number]): Source => ({
  read: statements.user,
  csv: statements.exportUser,
  input: { id, wallet },
})

/** Parses `?statement=admin:3`, `store:sales`, `own` or `earn_wallet:12`; undefined for anything else. */
export function sourceFrom(text: string): Source | undefined {
  const [of, rest = ''] = text.split(':')
  const id = /^\d{1,15}$/.test(rest) ? Number(rest) : 0
  if (of === 'own') return { read: statements.own, input: {} }
  if (of === 'admin' && id > 0) return { read: statements.admin, csv: statements.exportAdmin, input: { id } }
  const account = STORE_ACCOUNTS.find((name) => name === rest)
  if (of === 'store' && account) return { read: statements.store, input: { account } }
  const wallet = USER_WALLETS.find((name) => name === of)
  return wallet && id > 0 ? statementOfUser(id, wallet) : undefined
}
